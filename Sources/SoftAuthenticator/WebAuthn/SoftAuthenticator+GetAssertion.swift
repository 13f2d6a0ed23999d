import ToqueCBOR
import ToqueWebAuthn

extension SoftAuthenticator {
    /// authenticatorGetAssertion (WebAuthn section 6.3.3). Of the extensions it knows all that
    /// `AuthenticationExtensionInputs` has. The user handle is returned for every credential in storage; one that is
    /// sealed into its ID does not carry it.
    /// - Throws: `unknownError` for a request that is malformed and where storage fails, `notAllowedError` where no
    ///   credential fits, user verification is required of a profile without it, the person declined, nobody answered
    ///   or the operation was canceled.
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
                    : "none of the credentials that allowCredentials names is here for \(request.rpID); register first")
        }
        // Step 7: verification that cannot be had is a gesture that fails; this operation knows no ConstraintError.
        guard !request.requireUserVerification || verifiesUser else {
            throw WebAuthnError(
                .notAllowedError, "user verification is required, but profile \(profile.name) tests presence alone")
        }
        try await requireApproval(
            GesturePrompt(
                operation: .authenticate, rpID: request.rpID, userName: credential.user?.name,
                verification: profile.verification),
            by: interaction, in: operation)
        let flags = gestureFlags
        return try await run("the assertion") { engine in
            // Step 8.
            let results =
                flags.contains(.userVerified)
                ? try request.extensions.prfEvaluation(for: credential.id).map { try engine.prf($0, of: credential.id) }
                : nil
            // Steps 9 to 12; no attestation in assertions.
            let (authenticatorData, signature) = try engine.assert(
                credential, of: rp, flags: flags,
                extensions: try Self.extensionData(for: request.extensions, credential, engine),
                clientDataHash: request.clientDataHash)
            // Steps 13 and 14.
            return GetAssertionResponse(
                credentialID: credential.id, authenticatorData: authenticatorData, signature: signature,
                userHandle: credential.user?.id,
                extensions: try Self.outputs(for: request, credential, rp, prfResults: results, by: engine))
        }
    }

    /// The first of the allow list's credentials that is here, under the RP ID or else the AppID, which it comes with;
    /// without a list the discoverable one made last: there is nobody to choose among several.
    private func credential(
        for request: GetAssertionRequest
    ) async throws(WebAuthnError) -> (LocatedCredential, RelyingPartyID)? {
        let userVerified = verifiesUser
        return try await run("the credentials of \(request.rpID)") { engine in
            let rp = RelyingPartyID(request.rpID)
            guard !request.allowCredentials.isEmpty else {
                return try engine.discoverableCredentials(of: rp, userVerified: userVerified).first
                    .map { (.stored($0), rp) }
            }
            for rp in [rp] + [request.extensions.appID].compactMap({ $0.map(RelyingPartyID.init) }) {
                let found = try engine.firstUsable(
                    of: request.allowCredentials.lazy.map(\.id), rp: rp, userVerified: userVerified)
                if let found { return (found, rp) }
            }
            return nil
        }
    }

    /// Step 8: what stands in the authenticator data (CTAP 2.1 section 12.2; CTAP 2.2, `thirdPartyPayment`).
    private static func extensionData(
        for inputs: AuthenticationExtensionInputs, _ credential: LocatedCredential, _ engine: CredentialEngine
    ) throws(CredentialStorageError) -> CBORMap {
        var outputs = CBORMap()
        if inputs.payment { outputs["thirdPartyPayment"] = .bool(credential.traits.isForThirdPartyPayment) }
        if inputs.getCredBlob { outputs["credBlob"] = .bytes(try engine.credBlob(of: credential)) }
        return outputs
    }

    /// What is told the client. A large blob that cannot be read or written is no error, for the signature counts
    /// (section 10.1.5).
    private static func outputs(
        for request: GetAssertionRequest, _ credential: LocatedCredential, _ rp: RelyingPartyID,
        prfResults: PRFValues?, by engine: CredentialEngine
    ) throws -> AuthenticationExtensionOutputs {
        var outputs = AuthenticationExtensionOutputs(prfResults: prfResults)
        if request.extensions.appID != nil { outputs.appID = rp.text != request.rpID }
        if request.extensions.getCredBlob { outputs.credBlob = try engine.credBlob(of: credential) }
        switch request.extensions.largeBlob {
        case .read: outputs.largeBlob = try? engine.largeBlob(of: credential)
        case .write(let blob): outputs.largeBlobWritten = (try? engine.setLargeBlob(blob, of: credential)) ?? false
        case nil: break
        }
        return outputs
    }
}
