import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension SoftAuthenticator {
    /// authenticatorGetAssertion (WebAuthn section 6.3.3). The user handle is returned for every credential: all have
    /// one in storage.
    /// - Throws: `unknownError` for a request that is malformed and where storage fails, `notAllowedError` where no
    ///   credential fits, user verification is required of a profile without it, the person declined, nobody answered
    ///   or the operation was cancelled.
    public func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        let operation = gestures.begin()
        // Step 1.
        try Self.check(clientDataHash: request.clientDataHash, rpID: request.rpID)
        // Steps 2 to 5.
        guard let credential = try await credential(for: request) else {
            // Step 6.
            throw WebAuthnError(
                .notAllowedError,
                request.allowCredentials.isEmpty
                    ? "there is no discoverable credential of \(request.rpID) here; register first"
                    : "none of the credentials that allowCredentials names is here for \(request.rpID); register first")
        }
        // Step 7: verification that cannot be had is a gesture that fails; this operation knows no ConstraintError.
        guard !request.requireUserVerification || profile.verification != .none else {
            throw WebAuthnError(
                .notAllowedError, "user verification is required, but profile \(profile.name) tests presence alone")
        }
        try await gestures.requireApproval(
            GesturePrompt(
                operation: .authenticate, rpID: request.rpID, userName: credential.user.name,
                verification: profile.verification),
            by: interaction, in: operation)
        // Step 8: no extension is supported.
        // Step 9: the counter is durable before the assertion leaves.
        let signCount =
            credential.hasSignatureCounter
            ? try await reportingFaults("the signature counter") { try await storage.nextSignCount() } : 0
        // Steps 10 and 11: no attestation in assertions.
        let authenticatorData = AuthenticatorData(
            rpIDHash: Digest.sha256(request.rpID), flags: flags(of: credential), signCount: signCount
        ).encoded
        // Step 12.
        let signature = try await sign(authenticatorData + request.clientDataHash, with: credential)
        // Steps 13 and 14.
        return GetAssertionResponse(
            credentialID: credential.id, authenticatorData: authenticatorData, signature: signature,
            userHandle: credential.user.id)
    }

    /// The first of the allow list's credentials that is here, else the discoverable one made last: there is nobody
    /// to choose among several.
    private func credential(
        for request: GetAssertionRequest
    ) async throws(WebAuthnError) -> PublicKeyCredentialSource? {
        try await reportingFaults("the credentials of \(request.rpID)") {
            guard !request.allowCredentials.isEmpty else {
                return try await storage.credentials(rpID: request.rpID).first(where: \.isDiscoverable)
            }
            for descriptor in request.allowCredentials {
                if let credential = try await storage.credential(rpID: request.rpID, id: descriptor.id) {
                    return credential
                }
            }
            return nil
        }
    }

    private func sign(
        _ message: [UInt8], with credential: PublicKeyCredentialSource
    ) async throws(WebAuthnError) -> [UInt8] {
        try await reportingFaults("the signature") {
            guard let scheme = credential.publicKey.algorithm.scheme else {
                throw COSEError.unsupportedAlgorithm(credential.publicKey.algorithm)
            }
            return try await signingKey(of: credential).sign(message, scheme: scheme)
        }
    }

    private func signingKey(of credential: PublicKeyCredentialSource) async throws -> SigningKey {
        if let key = keys[credential.publicKey] { return key }
        let parameters = credential.publicKey.parameters
        let key = try SigningKey(
            type: parameters.keyType, secret: try await storage.privateKey(of: credential),
            deterministic: random.isDeterministic)
        keys.insert(key, for: credential.publicKey)
        return key
    }
}
