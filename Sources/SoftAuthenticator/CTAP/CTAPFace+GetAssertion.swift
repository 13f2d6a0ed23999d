import CTAP
import ToqueWebAuthn

extension CTAPFace {
    /// authenticatorGetAssertion (CTAP 2.3 section 6.2.2).
    func getAssertion(
        _ command: AuthenticatorGetAssertion, _ context: Context
    ) async throws(CTAPStatus) -> CTAPResponse {
        guard command.allowList.count <= maxCredentialCountInList else { throw .limitExceeded }
        // Step 1.
        try await requireNoTouchProbe(command.pinUvAuthParam, context)
        // Step 2.
        let proof = try command.proof()
        // Step 4.
        let verification = try userVerification()
        var method = try VerificationMethod(proof, uv: command.options.uv, verification)
        guard command.options.rk == nil else { throw .unsupportedOption }
        let testsPresence = command.options.up ?? true
        // Step 5.
        if testsPresence, method == nil, try settings().alwaysUv {
            method = try VerificationMethod(alwaysUv: verification)
        }
        guard command.extensions.largeBlobKey != false || engine.profile.largeBlobs != .array else {
            throw .invalidOption
        }
        // Step 6.
        let rp = RelyingPartyID(command.rpID)
        let user = try await verifyUser(
            by: method, for: .getAssertion, rpID: command.rpID,
            GesturePrompt(operation: .authenticate, rpID: command.rpID, verification: .none), context)
        // Steps 7, 11 and 12: no credential, no touch.
        let located = try answeringFaults {
            try engine.candidates(
                listed: command.allowList.isEmpty ? nil : command.allowList.publicKeyIDs, rp: rp,
                userVerified: user.isVerified)
        }
        guard let located else { throw .noCredentials }
        // Steps 8 and 9.
        var flags: AuthenticatorData.Flags = user.isVerified ? .userVerified : []
        if testsPresence {
            if !user.isPresent {
                try await requireTouch(
                    GesturePrompt(
                        operation: .authenticate, rpID: command.rpID, userName: located.first.stored?.user.name,
                        verification: .none), context)
            }
            state.withLock { $0.pin.consumeAfterUserPresence() }
            flags.insert(.userPresent)
        }
        // Steps 10 to 13.
        var response = try assertion(
            by: located.first, for: command, rp, flags, isOneOfSeveral: !located.rest.isEmpty)
        if !located.rest.isEmpty {
            response.numberOfCredentials = 1 + located.rest.count
            remember(
                RememberedAssertions(
                    command: command, rp: rp, flags: flags, credentials: located.rest,
                    tokenGeneration: user.tokenGeneration, lastStep: uptime()), context)
        }
        return .getAssertion(response)
    }

    /// Keeps the state for authenticatorGetNextAssertion, unless the power was cut in the meantime.
    private func remember(_ assertions: RememberedAssertions, _ context: Context) {
        state.withLock { state in
            if state.powerCycles == context.powerCycles { state.assertions = assertions }
        }
    }

    /// authenticatorGetNextAssertion (CTAP 2.3 section 6.3).
    /// - Throws: `notAllowed` if there is nothing to continue.
    func getNextAssertion() throws(CTAPStatus) -> CTAPResponse {
        let (assertions, credential) = try nextStep()
        let response = try assertion(
            by: .stored(credential), for: assertions.command, assertions.rp, assertions.flags, isOneOfSeveral: true)
        return .getAssertion(response)
    }

    private func nextStep() throws(CTAPStatus) -> (RememberedAssertions, PublicKeyCredentialSource) {
        try state.withLock { (state) throws(CTAPStatus) in
            guard var assertions = state.assertions else { throw .notAllowed }
            // Steps 1 to 4: none left, too late, or the original token is gone.
            let now = uptime()
            guard assertions.isAlive(state.pin, at: now), let credential = assertions.credentials.popFirst() else {
                state.assertions = nil
                throw .notAllowed
            }
            assertions.lastStep = now
            state.assertions = assertions
            return (assertions, credential)
        }
    }

    // MARK: One assertion

    /// Steps 10 to 13 for one credential.
    /// - Parameter isOneOfSeveral: true if other accounts match as well, so that the platform lets the person choose by
    ///   name.
    private func assertion(
        by credential: LocatedCredential, for command: AuthenticatorGetAssertion, _ rp: RelyingPartyID,
        _ flags: AuthenticatorData.Flags, isOneOfSeveral: Bool
    ) throws(CTAPStatus) -> AuthenticatorGetAssertion.Response {
        let inputs = command.extensions
        let extensions = AssertionExtensions(
            hmacSecret: try hmacSecretInputs(for: command), wantsThirdPartyPayment: inputs.thirdPartyPayment ?? false,
            wantsCredBlob: inputs.credBlob ?? false)
        let wantsKey = inputs.largeBlobKey == true && engine.profile.largeBlobs == .array
        return try answeringFaults {
            let largeBlobKey =
                wantsKey ? try engine.largeBlobKey(of: credential.id, keptIn: credential.stored?.largeBlobs) : nil
            var assertion = try engine.assert(
                credential, of: rp, flags: flags, extensions: extensions, clientDataHash: command.clientDataHash)
            assertion.extensions.largeBlob = try largeBlobOutput(for: command, credential, flags)
            return AuthenticatorGetAssertion.Response(
                credential: CTAPCredentialDescriptor(id: credential.id),
                authenticatorData: assertion.authenticatorData, signature: assertion.signature,
                user: user(of: credential, withNames: flags.contains(.userVerified) && isOneOfSeveral),
                largeBlobKey: largeBlobKey, unsignedExtensionOutputs: assertion.extensions.unsigned)
        }
    }

    /// hmac-secret (section 12.7), which wants a touch.
    private func hmacSecretInputs(
        for command: AuthenticatorGetAssertion
    ) throws(CTAPStatus) -> HMACSecretInputs? {
        guard let input = command.extensions.hmacSecret else { return nil }
        guard command.options.up != false else { throw .unsupportedOption }
        return try hmacSecretInputs(input)
    }

    /// largeBlob (section 12.4). A blob that cannot be read or written is not an error: the signature matters. Writing
    /// has the requirements of authenticatorLargeBlobs, including verification if there is any, and needs a named
    /// credential, as in WebAuthn (WebAuthn section 10.1.5).
    private func largeBlobOutput(
        for command: AuthenticatorGetAssertion, _ credential: LocatedCredential, _ flags: AuthenticatorData.Flags
    ) throws(CTAPStatus) -> LargeBlobExtension.Output? {
        guard engine.profile.largeBlobs == .credential, let input = command.extensions.largeBlob else { return nil }
        let isPresent = flags.contains(.userPresent)
        switch input {
        case .read:
            guard isPresent, let blob = try? engine.compressedLargeBlob(of: credential) else { return nil }
            return .blob(blob)
        case .write(let blob):
            let needsVerification = try userVerification().isProtected
            guard isPresent, !command.allowList.isEmpty, flags.contains(.userVerified) || !needsVerification else {
                return .written(false)
            }
            return .written((try? engine.setLargeBlob(blob, of: credential)) ?? false)
        }
    }

    /// The user of a discoverable credential (section 6.2.2, member `user`). Names identify a person: they are returned
    /// only for choosing among several accounts, once the user is verified. A single account has only its ID.
    private func user(of credential: LocatedCredential, withNames: Bool) -> PublicKeyCredentialUserEntity? {
        guard let source = credential.stored, source.isDiscoverable else { return nil }
        // Earlier versions stored names of any length.
        return withNames
            ? source.user.truncated : PublicKeyCredentialUserEntity(id: source.user.id, name: "", displayName: "")
    }
}

/// The state for authenticatorGetNextAssertion (CTAP 2.3 section 6.3).
struct RememberedAssertions {
    /// It is forgotten after this idle time.
    static let idleLimit: Duration = .seconds(30)

    let command: AuthenticatorGetAssertion
    let rp: RelyingPartyID
    /// UP and UV, as the gesture and the token proved them.
    let flags: AuthenticatorData.Flags
    /// The credentials not returned yet.
    var credentials: ArraySlice<PublicKeyCredentialSource>
    /// The token that authorized it, if any.
    let tokenGeneration: Int?
    /// The time of the last assertion, on the clock of the authenticator's uptime.
    var lastStep: Duration

    func isAlive(_ pin: borrowing PINUVAuthState, at now: Duration) -> Bool {
        now - lastStep <= Self.idleLimit && pin.isAlive(tokenGeneration: tokenGeneration)
    }
}
