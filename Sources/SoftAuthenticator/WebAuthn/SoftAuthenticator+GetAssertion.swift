import ToqueWebAuthn

extension SoftAuthenticator {
    /// authenticatorGetAssertion (WebAuthn section 6.3.3). It supports every extension of
    /// `AuthenticationExtensionInputs`. The user handle is returned for every credential in storage; a credential
    /// sealed into its ID does not contain it.
    /// - Throws: `unknownError` for a malformed request and if storage fails, `notAllowedError` if no credential fits,
    ///   user verification is required of a profile without it, the person declined, nobody answered or the operation
    ///   was canceled.
    public func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        let operation = gestures.begin()
        // Step 1.
        try Self.check(clientDataHash: request.clientDataHash, rpID: request.rpID)
        // Steps 2 to 5.
        guard let (credential, rp) = try await credential(for: request) else {
            // Step 6.
            throw WebAuthnError(
                .notAllowedError,
                request.allowCredentials.isEmpty
                    ? "there is no discoverable credential of \(request.rpID) here; register first"
                    : "no credential in allowCredentials exists here for \(request.rpID); register first")
        }
        // Step 7: unavailable verification is a failed gesture; this operation has no ConstraintError.
        guard !request.requireUserVerification || verifiesUser else {
            throw WebAuthnError(
                .notAllowedError, "user verification is required, but profile \(profile.name) tests presence alone")
        }
        try await requireApproval(
            GesturePrompt(
                operation: .authenticate, rpID: request.rpID, userName: credential.stored?.user.name,
                verification: profile.verification),
            by: interaction, in: operation)
        let flags = gestureFlags
        let inputs = request.extensions
        return try await run("the assertion") { engine in
            // Steps 8 to 12; no attestation in assertions.
            let values = flags.contains(.userVerified) ? inputs.prfEvaluation(for: credential.id) : nil
            let assertion = try engine.assert(
                credential, of: rp, flags: flags,
                extensions: AssertionExtensions(
                    hmacSecret: values.map(HMACSecretInputs.client), wantsThirdPartyPayment: inputs.payment,
                    wantsCredBlob: inputs.getCredBlob),
                clientDataHash: request.clientDataHash)
            var outputs = AuthenticationExtensionOutputs(
                prfResults: assertion.extensions.prf, credBlob: assertion.extensions.credBlob)
            if inputs.appID != nil { outputs.appID = rp.text != request.rpID }
            // A large blob that cannot be read or written is not an error: the signature matters (section 10.1.5).
            switch inputs.largeBlob {
            case .read: outputs.largeBlob = try? engine.largeBlob(of: credential)
            case .write(let blob): outputs.largeBlobWritten = (try? engine.setLargeBlob(blob, of: credential)) ?? false
            case nil: break
            }
            // Steps 13 and 14.
            return GetAssertionResponse(
                credentialID: credential.id, authenticatorData: assertion.authenticatorData,
                signature: assertion.signature, userHandle: credential.stored?.user.id, extensions: outputs)
        }
    }

    /// The first available credential of the allow list, under the RP ID or else the AppID, which requires a list;
    /// without a list, the newest discoverable credential: there is nobody to choose among several.
    private func credential(
        for request: GetAssertionRequest
    ) async throws(WebAuthnError) -> (LocatedCredential, RelyingPartyID)? {
        let userVerified = verifiesUser
        let ids = request.allowCredentials.isEmpty ? nil : request.allowCredentials.map(\.id)
        let appID = ids == nil ? nil : request.extensions.appID
        return try await run("the credentials of \(request.rpID)") { engine in
            for rp in [request.rpID, appID].compactMap({ $0.map(RelyingPartyID.init) }) {
                let found = try engine.candidates(listed: ids, rp: rp, userVerified: userVerified)
                if let found { return (found.first, rp) }
            }
            return nil
        }
    }
}
