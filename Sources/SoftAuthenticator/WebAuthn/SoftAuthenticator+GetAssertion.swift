import ToqueCBOR
import ToqueWebAuthn

extension SoftAuthenticator {
    /// authenticatorGetAssertion (WebAuthn section 6.3.3). Of the extensions it knows `prf` and `payment`. The user
    /// handle is returned for every credential in storage; one that is sealed into its ID does not carry it.
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
        let rp = RelyingPartyID(request.rpID)
        guard let credential = try await credential(for: request, of: rp) else {
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
                extensions: Self.extensionData(for: request.extensions, credential),
                clientDataHash: request.clientDataHash)
            // Steps 13 and 14.
            return GetAssertionResponse(
                credentialID: credential.id, authenticatorData: authenticatorData, signature: signature,
                userHandle: credential.user?.id, extensions: AuthenticationExtensionOutputs(prfResults: results))
        }
    }

    /// The first of the allow list's credentials that is here, else the discoverable one made last: there is nobody
    /// to choose among several.
    private func credential(
        for request: GetAssertionRequest, of rp: RelyingPartyID
    ) async throws(WebAuthnError) -> LocatedCredential? {
        let userVerified = verifiesUser
        return try await run("the credentials of \(request.rpID)") { engine in
            guard !request.allowCredentials.isEmpty else {
                return try engine.discoverableCredentials(of: rp, userVerified: userVerified).first
                    .map(LocatedCredential.stored)
            }
            return try engine.firstUsable(
                of: request.allowCredentials.lazy.map(\.id), rp: rp, userVerified: userVerified)
        }
    }

    /// Step 8: what stands in the authenticator data (CTAP 2.2, `thirdPartyPayment`).
    private static func extensionData(
        for inputs: AuthenticationExtensionInputs, _ credential: LocatedCredential
    ) -> CBORMap {
        inputs.payment ? CBORMap([("thirdPartyPayment", .bool(credential.traits.isForThirdPartyPayment))]) : CBORMap()
    }
}
