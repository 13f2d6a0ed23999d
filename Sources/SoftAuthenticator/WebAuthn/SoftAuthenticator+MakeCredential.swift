import ToqueCOSE
import ToqueWebAuthn

extension SoftAuthenticator {
    /// authenticatorMakeCredential (WebAuthn section 6.3.2). It supports every extension of
    /// `RegistrationExtensionInputs`.
    /// - Throws: `unknownError` for a malformed request and if storage fails or is full, `notSupportedError` if the
    ///   profile has none of the algorithms or a large blob is required of a credential that is not discoverable,
    ///   `invalidStateError` if an excluded credential exists and the person consents, `constraintError` if user
    ///   verification is required of a profile without it, `notAllowedError` if the person declined, nobody answered or
    ///   the operation was canceled.
    public func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse {
        let operation = gestures.begin()
        // Step 1.
        try Self.check(clientDataHash: request.clientDataHash, rpID: request.rpID)
        guard (1...64).contains(request.user.id.count) else {
            throw WebAuthnError(.unknownError, "user.id: found \(request.user.id.count) bytes, expected 1 to 64")
        }
        // Step 2: the first algorithm in the server's order that this profile has.
        guard let algorithm = request.algorithms.first(where: engine.algorithms.contains) else {
            throw WebAuthnError(
                .notSupportedError,
                "profile \(profile.name) has \(Self.list(engine.algorithms)), the request offers "
                    + Self.list(request.algorithms))
        }
        // Section 10.1.5, registration, step 2: a credential without a large blob must not be made. Only discoverable
        // ones have one (CTAP 2.3 sections 12.3 and 12.4).
        let isDiscoverable = request.requireResidentKey || profile.residentKeys == .always
        guard request.extensions.largeBlob != .required || isDiscoverable else {
            throw WebAuthnError(
                .notSupportedError, "a large blob is required, which needs a discoverable credential; ask for one")
        }
        // Step 3: the existence of an excluded credential is revealed only with the person's consent.
        let prompt = GesturePrompt(
            operation: .register, rpID: request.rpID, rpName: request.rpName, userName: request.user.truncated.name,
            verification: profile.verification)
        let rp = RelyingPartyID(request.rpID)
        if try await hasExcludedCredential(request, of: rp) {
            try await requireApproval(prompt, by: interaction, in: operation)
            throw WebAuthnError(
                .invalidStateError, "this authenticator has one of the credentials that excludeCredentials names")
        }
        // Step 4: every profile has discoverable credentials.
        // Step 5.
        guard !request.requireUserVerification || verifiesUser else {
            throw WebAuthnError(
                .constraintError, "user verification is required, but profile \(profile.name) tests presence alone")
        }
        // Step 6.
        try await requireApproval(prompt, by: interaction, in: operation)
        let flags = gestureFlags
        let inputs = request.extensions
        let values = inputs.prf && flags.contains(.userVerified) ? inputs.prfEvaluation : nil
        let parameters = CredentialParameters(
            rp: rp, user: request.user, algorithm: algorithm, isDiscoverable: isDiscoverable,
            protection: inputs.credentialProtectionPolicy, isForThirdPartyPayment: inputs.payment,
            hmacSecret: values.map(HMACSecretInputs.client), wantsLargeBlob: inputs.largeBlob != nil,
            credBlob: inputs.credBlob, wantsMinPINLength: inputs.minPinLength)
        // Step 12. With the conveyance `none`, a client replaces every statement beside a nonzero AAGUID (section
        // 5.1.3), as ours are, so nothing is signed for it.
        let format =
            request.attestation == .none
            ? .none
            : engine.attestationFormat(
                wanted: request.attestationFormats, of: engine.attestationFormats, for: algorithm)
        return try await run("the new credential") { engine in
            // Steps 7 to 14.
            let made = try engine.register(
                parameters, flags: flags, format: format, clientDataHash: request.clientDataHash)
            return MakeCredentialResponse(
                credentialID: made.id, attestationObject: made.attestationObject, isResidentKey: isDiscoverable,
                extensions: RegistrationExtensionOutputs(
                    prfEnabled: inputs.prf ? true : nil, prfResults: made.extensions.prf,
                    credBlob: made.extensions.isCredBlobKept,
                    largeBlobSupported: inputs.largeBlob.map { _ in made.largeBlobs != nil }))
        }
    }

    private func hasExcludedCredential(
        _ request: MakeCredentialRequest, of rp: RelyingPartyID
    ) async throws(WebAuthnError) -> Bool {
        guard !request.excludeCredentials.isEmpty else { return false }
        let userVerified = verifiesUser
        let scopes = [rp] + [request.extensions.appIDExclude].compactMap { $0.map(RelyingPartyID.init) }
        return try await run("excludeCredentials") { engine in
            try scopes.contains {
                try engine.hasExcluded(request.excludeCredentials.lazy.map(\.id), rp: $0, userVerified: userVerified)
            }
        }
    }

    private static func list(_ algorithms: [COSEAlgorithm]) -> String {
        algorithms.map(\.description).joined(separator: ", ")
    }
}
