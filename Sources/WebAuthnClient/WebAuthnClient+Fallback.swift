import ToqueWebAuthn

extension WebAuthnClient {
    /// Signs with a credential that the options name, else with another one: the provider's fallback credential.
    /// - Parameter fallback: the ID of the credential that serves where the options name none that the authenticator
    ///   has.
    package func get(
        _ options: PublicKeyCredentialRequestOptions, fallback: [UInt8], origin: Origin? = nil,
        timeout: Duration? = nil
    ) async throws(WebAuthnError) -> AuthenticationResponse {
        if !options.allowCredentials.isEmpty {
            let watched = WatchedInteraction(interaction)
            do throws(WebAuthnError) {
                return try await asking(watched).get(options, origin: origin, timeout: timeout)
            } catch {
                // NotAllowedError is also the name of a refusal, which no other credential may get around.
                guard error.name == .notAllowedError, !watched.wasAsked else { throw error }
            }
        }
        var options = options
        options.allowCredentials = [PublicKeyCredentialDescriptor(id: fallback)]
        return try await get(options, origin: origin, timeout: timeout)
    }
}
