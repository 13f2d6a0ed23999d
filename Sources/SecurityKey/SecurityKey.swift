import ToqueWebAuthn

/// A FIDO2 key outside this process as WebAuthn's authenticator, reached through libfido2. Operations of several tasks
/// wait for each other. The key is open only during an operation, so that other programs can use it in between.
public final class SecurityKey: Authenticator {
    private let worker: KeyWorker
    private let interaction: any UserInteraction

    /// - Parameters:
    ///   - location: which key to use.
    ///   - interaction: announces touches when several keys are plugged in and `capabilities`, which has no interaction
    ///     of its own, must find out which one to use.
    public convenience init(location: KeyLocation, interaction: any UserInteraction = SilentInteraction()) {
        self.init(
            worker: KeyWorker { () throws(WebAuthnError) in try location.candidates() }, interaction: interaction)
    }

    init(worker: KeyWorker, interaction: any UserInteraction = SilentInteraction()) {
        self.worker = worker
        self.interaction = interaction
    }

    public func capabilities() async throws(WebAuthnError) -> AuthenticatorCapabilities {
        try await worker.run(interaction) { (_, device) throws(WebAuthnError) in try device.info().capabilities }
    }

    public func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse {
        try await worker.run(interaction) { (worker, device) async throws(WebAuthnError) in
            try await worker.makeCredential(request, on: device, interaction)
        }
    }

    public func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        try await worker.run(interaction) { (worker, device) async throws(WebAuthnError) in
            try await worker.getAssertion(request, on: device, interaction)
        }
    }

    /// Like `getAssertion`, but without a touch (CTAP 2.3 section 6.2, the option `up`). WebAuthn has no such
    /// operation. OpenSSH uses it for keys made with `no-touch-required`.
    public func getSilentAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        try await worker.run(interaction) { (worker, device) async throws(WebAuthnError) in
            try await worker.getAssertion(request, isSilent: true, on: device, interaction)
        }
    }

    public func cancel() { worker.cancel() }
}

/// An interaction without a person: each request fails.
public struct SilentInteraction: UserInteraction {
    public init() {}

    public func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        throw WebAuthnError(.notAllowedError, "there is no one to ask")
    }
}
