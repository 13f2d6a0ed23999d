import Synchronization
import ToqueCrypto
import ToqueWebAuthn

/// Knows the given credentials, by ID only, and makes one more.
final class StubAuthenticator: Authenticator {
    static let made: [UInt8] = Array("made".utf8)

    /// The allow list of each request.
    var asked: [[[UInt8]]] { state.withLock { $0 } }

    private let known: [[UInt8]]
    private let pin: [UInt8]?
    private let state = Mutex<[[[UInt8]]]>([])

    /// - Parameter pin: The PIN to ask for before each assertion, at most twice, as an external key does.
    init(knowing known: [[UInt8]] = [made], pin: [UInt8]? = nil) {
        self.known = known
        self.pin = pin
    }

    func capabilities() async throws(WebAuthnError) -> AuthenticatorCapabilities {
        AuthenticatorCapabilities(
            aaguid: .zero, attachment: .platform, transports: [.internal], algorithms: [.es256],
            attestationFormats: [.none], residentKeys: true, userVerification: true)
    }

    func makeCredential(
        _ request: MakeCredentialRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse {
        try await ask(.register, request.rpID, interaction)
        return MakeCredentialResponse(
            credentialID: Self.made,
            attestationObject: AttestationObject(format: .none, statement: .init(), authenticatorData: [1, 2, 3]),
            isResidentKey: false)
    }

    func getAssertion(
        _ request: GetAssertionRequest, interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        let allowed = request.allowCredentials.map(\.id)
        state.withLock { $0.append(allowed) }
        try await verify(interaction)
        guard let credential = allowed.isEmpty ? known.first : allowed.first(where: known.contains) else {
            throw WebAuthnError(.notAllowedError, "no such credential here")
        }
        try await ask(.authenticate, request.rpID, interaction)
        return GetAssertionResponse(
            credentialID: credential, authenticatorData: [4, 5, 6], signature: [7, 8, 0xFF], userHandle: nil)
    }

    func cancel() async {}

    private func verify(_ interaction: any UserInteraction) async throws(WebAuthnError) {
        guard let pin else { return }
        for isRetry in [false, true] {
            let given = try await interaction.requestPIN(PINPrompt(device: "the stub", isRetry: isRetry))
            if given.withUnsafeBytes({ $0.elementsEqual(pin) }) {
                await interaction.showTouchRequest(GesturePrompt(operation: .authenticate, verification: .pin))
                return
            }
        }
        throw WebAuthnError(.notAllowedError, "the PIN is wrong")
    }

    private func ask(
        _ operation: GesturePrompt.Operation, _ rpID: String, _ interaction: any UserInteraction
    ) async throws(WebAuthnError) {
        let prompt = GesturePrompt(operation: operation, rpID: rpID, verification: .face)
        guard try await interaction.requestGesture(prompt) == .approve else {
            throw WebAuthnError(.notAllowedError, "the person declined")
        }
    }
}

/// A person who always answers the same.
struct Person: UserInteraction {
    let gesture: UserGesture

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture { gesture }
}

/// A person who knows a PIN and records the requested touches.
final class KeyHolder: UserInteraction {
    var touches: Int { state.withLock { $0 } }

    private let pin: [UInt8]?
    private let state = Mutex(0)

    init(pin: [UInt8]?) { self.pin = pin }

    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture { .approve }

    func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes {
        guard let pin else { throw WebAuthnError(.notAllowedError, "the person gave no PIN") }
        return SecretBytes(copying: pin)
    }

    func showTouchRequest(_ prompt: GesturePrompt) async { state.withLock { $0 += 1 } }
}

/// A person who is told to look at the device and does nothing.
final class AbsentPerson: UserInteraction {
    private let (prompts, prompted) = AsyncStream.makeStream(of: GesturePrompt.self)

    /// Waits until the person is asked.
    func isAsked() async { for await _ in prompts { return } }

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        prompted.yield(prompt)
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
        return .timeout
    }
}

/// A clock on which every deadline has passed.
struct ExpiredClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    let now = Instant()
    let minimumResolution: Duration = .zero

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
