import ToqueCrypto
import ToqueWebAuthn

extension WebAuthnClient {
    /// Authenticates: has the authenticator sign with a credential of its own (section 5.1.4.1).
    /// - Parameters:
    ///   - options: the relying party's options.
    ///   - origin: the caller; nil means `https://` and the RP ID.
    ///   - topOrigin: the page's around the caller, if one of the frames in between has another origin than the caller.
    ///   - timeout: replaces the options' timeout, without being clamped.
    /// - Throws: `securityError` if the RP ID or an AppID does not belong to the origin, `typeError`,
    ///   `notSupportedError` or `syntaxError` for an invalid extension input, `notAllowedError` if no credential fits,
    ///   the person declined, the time ran out or required user verification is unavailable, `abortError` if the task
    ///   was canceled, and any other error of the authenticator.
    public func get(
        _ options: PublicKeyCredentialRequestOptions, origin: Origin? = nil, topOrigin: Origin? = nil,
        timeout: Duration? = nil
    ) async throws(WebAuthnError) -> AuthenticationResponse {
        // Step 4: the timer's length. It starts with the authenticator's work, step 18.
        let lifetime = CeremonyTimer.lifetime(milliseconds: options.timeout, override: timeout)
        // Steps 5 to 7: callerOrigin, effectiveDomain and the RP ID.
        let scope = try scope(rpID: options.rpID, path: "rpId", origin: origin)
        // Steps 8 and 9.
        let extensions = try AuthenticationExtensions(
            options.extensions, allowCredentials: options.allowCredentials, origin: scope.origin)
        // Steps 10 to 12.
        let clientDataJSON = CollectedClientData(
            type: .get, challenge: options.challenge, origin: scope.origin.description,
            crossOrigin: topOrigin != nil, topOrigin: topOrigin?.description
        ).serialized
        let clientDataHash = Digest.sha256(clientDataJSON)
        // Steps 13 to 19: from here on the caller may abort and the time may run out.
        return try await timer.run(within: lifetime) { () async throws(WebAuthnError) in
            let capabilities = try await authenticator.capabilities()
            // Section 5.1.4.2, "issuing a credential request to an authenticator". Section 5.1.4.3 has no
            // ConstraintError: an authenticator that cannot verify its user does not fit.
            guard options.userVerification != .required || capabilities.userVerification else {
                throw WebAuthnError(
                    .notAllowedError, "userVerification is required, but this authenticator cannot verify its user")
            }
            let assertion = try await authenticator.getAssertion(
                GetAssertionRequest(
                    clientDataHash: clientDataHash,
                    rpID: scope.rpID,
                    allowCredentials: options.allowCredentials,
                    requireUserVerification: options.userVerification != .discouraged && capabilities.userVerification,
                    extensions: extensions.inputs),
                interaction: interaction)
            return AuthenticationResponse(
                credentialID: assertion.credentialID,
                clientDataJSON: clientDataJSON,
                authenticatorData: assertion.authenticatorData,
                signature: assertion.signature,
                userHandle: assertion.userHandle,
                authenticatorAttachment: capabilities.attachment,
                clientExtensionResults: extensions.results(of: assertion))
        }
    }
}
