/// WebAuthn's view of any authenticator (section 6.3): the software key in this process, or a USB key. The client
/// checks origin and RP ID and hashes the client data before it calls.
public protocol Authenticator: Sendable {
    /// The authenticator's capabilities, from which the client chooses and orders its requests. May communicate with a
    /// device.
    func capabilities() async throws(WebAuthnError) -> AuthenticatorCapabilities

    /// authenticatorMakeCredential (section 6.3.2).
    /// - Throws: the WebAuthn error of the failed step; `notAllowedError` if the person declined.
    func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse

    /// authenticatorGetAssertion (section 6.3.3).
    func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse

    /// authenticatorCancel (section 6.3.4): the current operation ends with `notAllowedError`. Canceling the
    /// operation's task does the same.
    func cancel() async
}
