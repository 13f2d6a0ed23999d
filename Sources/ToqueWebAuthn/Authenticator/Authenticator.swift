/// WebAuthn's view of an authenticator (section 6.3), whatever it is: the software key in this process or a USB key.
/// The client has checked origin and RP ID and hashed the client data before it calls.
public protocol Authenticator: Sendable {
    /// What it can do, so that the client chooses and orders its requests. May talk to a device.
    func capabilities() async throws(WebAuthnError) -> AuthenticatorCapabilities

    /// authenticatorMakeCredential (section 6.3.2).
    /// - Throws: the WebAuthn error of the step that failed; `notAllowedError` where the person declined.
    func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse

    /// authenticatorGetAssertion (section 6.3.3).
    func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse

    /// authenticatorCancel (section 6.3.4): the operation under way ends with `notAllowedError`. Cancelling the task
    /// of an operation does the same.
    func cancel() async
}
