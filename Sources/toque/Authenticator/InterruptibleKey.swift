import SecurityKey
import ToqueWebAuthn

/// A key whose operations end cleanly on an interrupt: the key stops blinking before the process ends.
struct InterruptibleKey: Authenticator {
    let key: SecurityKey

    func capabilities() async throws(WebAuthnError) -> AuthenticatorCapabilities {
        try await Interrupts.canceling { () async throws(WebAuthnError) in try await key.capabilities() }
    }

    func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse {
        try await Interrupts.canceling { () async throws(WebAuthnError) in
            try await key.makeCredential(request, interaction: interaction)
        }
    }

    func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        try await Interrupts.canceling { () async throws(WebAuthnError) in
            try await key.getAssertion(request, interaction: interaction)
        }
    }

    func cancel() { key.cancel() }
}
