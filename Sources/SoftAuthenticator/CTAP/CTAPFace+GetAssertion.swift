import CTAP
import ToqueCBOR
import ToqueWebAuthn

extension CTAPFace {
    /// authenticatorGetAssertion (CTAP 2.1 section 6.2.2, steps numbered as in CTAP 2.3).
    func getAssertion(
        _ command: AuthenticatorGetAssertion, _ context: Context
    ) async throws(CTAPStatus) -> AuthenticatorGetAssertion.Response {
        guard command.allowList.count <= maxCredentialCountInList else { throw .limitExceeded }
        // Step 1.
        try await requireNoTouchProbe(command.pinUvAuthParam, context)
        // Step 2.
        let auth = try protocolNumber(of: command.pinUvAuthParam, command.pinUvAuthProtocol)
        // Step 4.
        let verification = try userVerification()
        var usesBuiltInUV = auth == nil && command.options.uv == true
        guard !usesBuiltInUV || verification.isBuiltInConfigured else { throw .invalidOption }
        guard command.options.rk == nil else { throw .unsupportedOption }
        let testsPresence = command.options.up ?? true
        // Step 5.
        if testsPresence, auth == nil || !verification.isProtected, try settings().alwaysUv {
            guard verification.isBuiltInConfigured else { throw .puatRequired }
            usesBuiltInUV = true
        }
        guard command.extensions.largeBlobKey != false || engine.profile.largeBlobs != .array else {
            throw .invalidOption
        }
        // Step 6.
        let rp = RelyingPartyID(command.rpID)
        var flags: AuthenticatorData.Flags = []
        var isPresent = false
        var tokenGeneration: Int?
        if let auth, verification.isProtected {
            (isPresent, tokenGeneration) = try state.withLock { (state) throws(CTAPStatus) in
                try state.pin.authorize(
                    auth.version, message: command.clientDataHash, signature: auth.param, permission: .getAssertion,
                    rpID: command.rpID)
                return (state.pin.isUserPresent, state.pin.tokenGeneration)
            }
            flags.insert(.userVerified)
        } else if usesBuiltInUV {
            try await requireBuiltInUV(
                GesturePrompt(operation: .authenticate, rpID: command.rpID, verification: .fingerprint), context)
            isPresent = true
            flags.insert(.userVerified)
        }
        // Step 7: no credential, no touch.
        let located = try locate(command, rp, userVerified: flags.contains(.userVerified))
        // Steps 8 and 9.
        if testsPresence {
            if !isPresent {
                try await requireTouch(
                    GesturePrompt(
                        operation: .authenticate, rpID: command.rpID, userName: located.first.user?.name,
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
                    tokenGeneration: tokenGeneration, lastStep: uptime()), context)
        }
        return response
    }

    /// Steps 7, 11 and 12: of a list any one, else all that are discoverable, newest first.
    /// - Throws: `noCredentials`.
    private func locate(
        _ command: AuthenticatorGetAssertion, _ rp: RelyingPartyID, userVerified: Bool
    ) throws(CTAPStatus) -> (first: LocatedCredential, rest: ArraySlice<PublicKeyCredentialSource>) {
        guard command.allowList.isEmpty else {
            let credential = try answeringFaults {
                try engine.firstUsable(of: command.allowList.publicKeyIDs, rp: rp, userVerified: userVerified)
            }
            guard let credential else { throw .noCredentials }
            return (credential, [])
        }
        let credentials = try answeringFaults {
            try engine.discoverableCredentials(of: rp, userVerified: userVerified)
        }
        guard let first = credentials.first else { throw .noCredentials }
        return (.stored(first), credentials.dropFirst())
    }

    /// Keeps what authenticatorGetNextAssertion goes on with, unless the power was cut in the meantime.
    private func remember(_ assertions: RememberedAssertions, _ context: Context) {
        state.withLock { state in
            if state.powerCycles == context.powerCycles { state.assertions = assertions }
        }
    }

    /// Steps 10 to 13 for one credential.
    /// - Parameter isOneOfSeveral: other accounts match as well, so that the platform lets the person choose by name.
    func assertion(
        by credential: LocatedCredential, for command: AuthenticatorGetAssertion, _ rp: RelyingPartyID,
        _ flags: AuthenticatorData.Flags, isOneOfSeveral: Bool
    ) throws(CTAPStatus) -> AuthenticatorGetAssertion.Response {
        let isUserVerified = flags.contains(.userVerified)
        let exchange = try hmacSecretExchange(for: command)
        return try answeringFaults {
            // Step 10.
            var outputs = CBORMap()
            switch exchange {
            case .some(let exchange):
                outputs["hmac-secret"] = .bytes(
                    try self.outputs(of: exchange, for: credential.id, userVerified: isUserVerified))
            case .none: break
            }
            if command.extensions.thirdPartyPayment == true {
                outputs["thirdPartyPayment"] = .bool(credential.traits.isForThirdPartyPayment)
            }
            if command.extensions.credBlob == true {
                outputs["credBlob"] = .bytes(try engine.credBlob(of: credential))
            }
            let largeBlobKey =
                command.extensions.largeBlobKey == true && engine.profile.largeBlobs == .array
                    && credential.largeBlobs == .array
                ? try engine.wrappingKeys().largeBlobKey(of: credential.id) : nil
            // Step 13.
            let (authenticatorData, signature) = try engine.assert(
                credential, of: rp, flags: flags, extensions: outputs, clientDataHash: command.clientDataHash)
            return AuthenticatorGetAssertion.Response(
                credential: CTAPCredentialDescriptor(id: credential.id), authenticatorData: authenticatorData,
                signature: signature, user: user(of: credential, withNames: isUserVerified && isOneOfSeveral),
                largeBlobKey: largeBlobKey,
                unsignedExtensionOutputs: try largeBlobOutput(for: command, credential, flags)?.unsignedExtensionOutputs
            )
        }
    }

    /// hmac-secret (CTAP 2.1 section 12.5), which wants a touch.
    private func hmacSecretExchange(
        for command: AuthenticatorGetAssertion
    ) throws(CTAPStatus) -> HMACSecretExchange? {
        guard let input = command.extensions.hmacSecret else { return nil }
        guard command.options.up != false else { throw .unsupportedOption }
        return try hmacSecretExchange(input)
    }

    /// largeBlob (CTAP 2.3). A blob that cannot be read or written is no error, for the signature counts. Writing takes
    /// what authenticatorLargeBlobs takes, verification where there is any, and a credential that is named, as WebAuthn
    /// has it (section 10.1.5).
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

    /// The user of a discoverable credential (CTAP 2.1 section 6.2.2, member `user`). Names identify a person: they are
    /// for choosing among several accounts, once the user is verified. A single account has its ID alone.
    private func user(of credential: LocatedCredential, withNames: Bool) -> PublicKeyCredentialUserEntity? {
        guard credential.isDiscoverable, let user = credential.user else { return nil }
        // Earlier versions kept names of any length.
        return withNames ? user.truncated : PublicKeyCredentialUserEntity(id: user.id, name: "", displayName: "")
    }
}
