import CTAP
import ToqueCOSE
import ToqueWebAuthn

extension CTAPFace {
    /// authenticatorMakeCredential (CTAP 2.3 section 6.1.2).
    func makeCredential(
        _ command: AuthenticatorMakeCredential, _ context: Context
    ) async throws(CTAPStatus) -> CTAPResponse {
        guard let rpID = command.rp.id else { throw .missingParameter }
        guard rpID.utf8.count <= MessageLimits.maxRPIDSize else { throw .invalidLength }
        guard command.excludeList.count <= maxCredentialCountInList else { throw .limitExceeded }
        // Step 1.
        try await requireNoTouchProbe(command.pinUvAuthParam, context)
        // Step 2.
        let proof = try command.proof()
        // Step 3. Decoding already checked that every entry is well formed.
        let algorithm = command.pubKeyCredParams.first {
            $0.type == "public-key" && engine.algorithms.contains($0.algorithm)
        }?.algorithm
        guard let algorithm else { throw .unsupportedAlgorithm }
        // Step 5. No credential is made without presence.
        let verification = try userVerification()
        let settings = try settings()
        var method = try VerificationMethod(proof, uv: command.options.uv, verification)
        guard command.options.up != false else { throw .invalidOption }
        let isDiscoverable = command.options.rk ?? false
        // Step 6.
        if settings.alwaysUv, method == nil { method = try VerificationMethod(alwaysUv: verification) }
        // Step 7: makeCredUvNotRqd is true, except with alwaysUv, which step 6 has handled (step 8).
        guard !verification.isProtected || method != nil || !isDiscoverable else {
            throw verification.isPINSet ? .puatRequired : .operationDenied
        }
        // Step 9.
        let preference = command.attestationFormatsPreference ?? []
        let format = engine.attestationFormat(
            wanted: preference.lazy.map(AttestationFormat.init), of: attestationFormats, for: algorithm)
        let enterprise = try enterpriseAttestation(command.enterpriseAttestation, rpID: rpID, format, settings)
        // Steps 10 and 11.
        let rp = RelyingPartyID(rpID)
        // A very long name would hide from the person whom the gesture is for.
        let prompt = GesturePrompt(
            operation: .register, rpID: rpID, rpName: command.rp.name, userName: command.user.truncated.name,
            verification: .none)
        let user = try await verifyUser(by: method, for: .makeCredential, rpID: rpID, prompt, context)
        // Step 12: it is excluded whatever the touch, but not before somebody was there to touch.
        let isExcluded = try answeringFaults {
            try engine.hasExcluded(command.excludeList.publicKeyIDs, rp: rp, userVerified: user.isVerified)
        }
        if isExcluded {
            if !user.isPresent { try await awaitAnyTouch(prompt, context) }
            throw .credentialExcluded
        }
        // Step 14.
        if !user.isPresent { try await requireTouch(prompt, context) }
        state.withLock { $0.pin.consumeAfterUserPresence() }
        // Step 15: the checks of the inputs.
        let extensions = command.extensions
        let parameters = CredentialParameters(
            rp: rp, user: command.user, algorithm: algorithm, isDiscoverable: isDiscoverable,
            protection: try protection(extensions.credProtect),
            isForThirdPartyPayment: extensions.thirdPartyPayment ?? false,
            wantsHMACSecret: extensions.hmacSecret ?? false, hmacSecret: try hmacSecretInputs(extensions),
            wantsLargeBlob: try wantsLargeBlob(extensions, isDiscoverable: isDiscoverable),
            credBlob: extensions.credBlob, wantsMinPINLength: extensions.minPinLength ?? false,
            wantsPINComplexityPolicy: extensions.pinComplexityPolicy ?? false)
        // Steps 15 to 19.
        let flags: AuthenticatorData.Flags = user.isVerified ? [.userPresent, .userVerified] : .userPresent
        let response = try answeringFaults(diskFull: .keyStoreFull) {
            let made = try engine.register(
                parameters, flags: flags, format: format, by: enterprise, clientDataHash: command.clientDataHash)
            return AuthenticatorMakeCredential.Response(
                attestationObject: made.attestationObject, epAtt: enterprise == nil ? nil : true,
                largeBlobKey: try engine.largeBlobKey(of: made.id, keptIn: made.largeBlobs),
                unsignedExtensionOutputs: made.extensions.unsigned)
        }
        return .makeCredential(response)
    }

    /// Step 9: replaces the usual attestation source; nil if enterprise attestation was not requested or is not
    /// granted, which is not an error. An RP that wants no statement gets none.
    private func enterpriseAttestation(
        _ requested: UInt64?, rpID: String, _ format: AttestationFormat, _ settings: AuthenticatorSettings
    ) throws(CTAPStatus) -> AttestationSource? {
        guard let requested else { return nil }
        guard let enterprise = engine.enterprise, settings.enterpriseAttestation else { throw .invalidParameter }
        let isGranted =
            switch requested {
            case 1: enterprise.vendorFacilitatedRPIDs.contains(Array(rpID.utf8))
            // The platform vouches for the RP.
            case 2: true
            default: throw CTAPStatus.invalidOption
            }
        return isGranted && format == .packed ? .certified(enterprise.identity) : nil
    }

    /// Returns after any end of the wait except cancellation.
    private func awaitAnyTouch(_ prompt: GesturePrompt, _ context: Context) async throws(CTAPStatus) {
        do {
            try await requireTouch(prompt, context)
        } catch .keepaliveCancel {
            throw .keepaliveCancel
        } catch {}
    }

    // MARK: Inputs of extensions

    /// credProtect (section 12.1).
    private func protection(_ level: UInt64?) throws(CTAPStatus) -> CredentialProtectionPolicy? {
        guard let level else { return nil }
        guard let policy = UInt8(exactly: level).flatMap(CredentialProtectionPolicy.init) else {
            throw .invalidParameter
        }
        return policy
    }

    /// hmac-secret-mc (section 12.8), which requires hmac-secret.
    private func hmacSecretInputs(
        _ extensions: AuthenticatorMakeCredential.Extensions
    ) throws(CTAPStatus) -> HMACSecretInputs? {
        guard let input = extensions.hmacSecretMC else { return nil }
        guard extensions.hmacSecret == true else { throw .missingParameter }
        return try hmacSecretInputs(input)
    }

    /// An authenticator supports one of the two extensions for large blobs, and ignores the other.
    /// - Throws: `invalidOption` for an invalid request of a large-blob key, or one for a credential that is not
    ///   discoverable (section 12.3).
    private func wantsLargeBlob(
        _ extensions: AuthenticatorMakeCredential.Extensions, isDiscoverable: Bool
    ) throws(CTAPStatus) -> Bool {
        switch engine.profile.largeBlobs {
        case .array:
            guard let wantsKey = extensions.largeBlobKey else { return false }
            guard wantsKey, isDiscoverable else { throw .invalidOption }
            return true
        case .credential: return extensions.largeBlob != nil
        }
    }
}

extension [CTAPCredentialDescriptor] {
    /// The IDs of those that could be ours.
    var publicKeyIDs: some Sequence<[UInt8]> { lazy.filter { $0.type == "public-key" }.map(\.id) }
}
