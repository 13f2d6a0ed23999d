import Attestation
import CTAP
import Synchronization
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

extension Device {
    /// Sends a U2F command and reads the answer, both encoded.
    func u2f(_ command: U2FCommand) async throws(U2FStatus) -> U2FResponse {
        let response = try await key.process(U2FCommand(decoding: command.encoded)).encoded
        return try U2FResponse(decoding: response + U2FStatus.noError.encoded, for: command)
    }

    /// Polls like a host until the device is touched or the test is canceled.
    func poll(_ command: U2FCommand) async throws(U2FStatus) -> U2FResponse {
        while true {
            do throws(U2FStatus) {
                return try await u2f(command)
            } catch .conditionsNotSatisfied where !Task.isCancelled {
                await Task.yield()
            }
        }
    }

    func register(_ request: U2FRegister = .sample()) async throws -> U2FRegister.Response {
        guard case .register(let response) = try await u2f(.register(request)) else { throw UnexpectedResponse() }
        return response
    }

    func authenticate(_ request: U2FAuthenticate) async throws -> U2FAuthenticate.Response {
        guard case .authenticate(let response) = try await u2f(.authenticate(request)) else {
            throw UnexpectedResponse()
        }
        return response
    }
}

/// Returns the status word that the body throws; nil if it does not throw.
func statusWord(_ body: () async throws -> Void) async -> U2FStatus? {
    do {
        try await body()
        return nil
    } catch {
        return error as? U2FStatus ?? .noError
    }
}

extension U2FRegister {
    /// - Parameter application: The text whose SHA-256 is the application parameter.
    static func sample(application: String = Sample.rpID) -> U2FRegister {
        U2FRegister(challenge: Sample.hash, application: Digest.sha256(application))
    }
}

extension U2FAuthenticate {
    static func sample(
        _ keyHandle: [UInt8], _ control: Control = .enforceUserPresenceAndSign, application: String = Sample.rpID
    ) -> U2FAuthenticate {
        U2FAuthenticate(
            control: control, challenge: Sample.hash, application: Digest.sha256(application), keyHandle: keyHandle)
    }

    /// Whether this key, an uncompressed point, signed the answer.
    func verifies(_ response: Response, by publicKey: [UInt8]) throws -> Bool {
        try VerifyingKey(.ec(.p256, x: Array(publicKey[1..<33]), y: Array(publicKey[33...]))).verify(
            response.signature,
            of: signedData(isUserPresent: response.isUserPresent, counter: response.counter), scheme: .ecdsa(.sha256))
    }
}

extension AuthenticatorMakeCredential.Response {
    /// The public key in U2F's encoding.
    var point: [UInt8] { get throws { try #require(FIDOU2FStatement.publicKeyU2F(try publicKey.parameters)) } }
}

/// A person who answers a prompt later, when a test says so.
final class LateInteraction: UserInteraction {
    private struct State {
        var prompts: [GesturePrompt] = []
        var waiting: CheckedContinuation<UserGesture, Never>?
    }

    private let state = Mutex(State())

    var prompts: [GesturePrompt] { state.withLock { $0.prompts } }

    /// Whether a prompt is open now.
    var isAsked: Bool { state.withLock { $0.waiting != nil } }

    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.prompts.append(prompt)
                    state.waiting = continuation
                }
                if Task.isCancelled { answer(.timeout) }
            }
        } onCancel: {
            answer(.timeout)
        }
    }

    func answer(_ gesture: UserGesture) {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume(returning: gesture)
    }
}
