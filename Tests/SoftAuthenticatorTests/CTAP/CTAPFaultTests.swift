import CTAP
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("The CTAP face over a storage that fails")
struct CTAPFaultTests {
    private let storage = WatchedStorage()
    private let key: any CTAPProcessor

    init() {
        key = SoftAuthenticator(profile: .securityKey, storage: storage)
            .ctapProcessor(interaction: ScriptedInteraction(.approve), userActionTimeout: nil)
    }

    private func send(_ command: CTAPCommand) async -> CTAPStatus? {
        await status { _ = try await key.process(command) { _ in } }
    }

    private static let discoverable = CTAPCommand.makeCredential(.sample(options: .init(rk: true)))

    @Test(
        "A credential that cannot be stored is not returned",
        arguments: [
            (CredentialStorageError.Code.diskFull, CTAPStatus.keyStoreFull), (.readOnly, .other),
            (.inaccessible, .other), (.corrupt, .other),
        ])
    func makeCredential(_ failure: CredentialStorageError.Code, _ expected: CTAPStatus) async throws {
        storage.failure = failure
        for (failing, command) in [("secret", .makeCredential(.sample())), ("save", Self.discoverable)] {
            storage.failing = failing
            #expect(await send(command) == expected)
            #expect(storage.discoverableCount() == 0)
            storage.failing = nil
            #expect(await send(command) == nil)
        }
    }

    @Test(
        "An assertion that cannot be counted is not returned",
        arguments: [CredentialStorageError.Code.diskFull, .readOnly, .counterExhausted])
    func getAssertion(_ failure: CredentialStorageError.Code) async throws {
        #expect(await send(Self.discoverable) == nil)
        (storage.failing, storage.failure) = ("nextSignCount", failure)
        #expect(await send(.getAssertion(.sample())) == .other)
        #expect(storage.signCount() == 0)
        storage.failing = nil
        #expect(await send(.getAssertion(.sample())) == nil)
        #expect(storage.signCount() == 1)
    }

    @Test(
        "A setting that cannot be stored fails and stays as it was",
        arguments: [CredentialStorageError.Code.diskFull, .readOnly, .inaccessible])
    func config(_ failure: CredentialStorageError.Code) async throws {
        (storage.failing, storage.failure) = ("updateSettings", failure)
        for command in [
            Device.config(.toggleAlwaysUv), Device.config(.setMinPINLength, .init(newMinPINLength: 6)),
        ] {
            #expect(await send(.config(command)) == .other)
            #expect(storage.settings() == AuthenticatorSettings())
        }
        storage.failing = nil
        #expect(await send(.config(Device.config(.toggleAlwaysUv))) == nil)
    }

    @Test("getInfo fails rather than leave out the encrypted identifier and state")
    func encryptedState() async throws {
        _ = try storage.makePersistentToken(random: SystemRandom())
        storage.failing = "secret"
        #expect(await send(.getInfo) == .other)
        storage.failing = nil
        #expect(await send(.getInfo) == nil)
    }

    @Test("A reset that fails keeps the credentials")
    func aResetThatFailsForgetsNothing() async throws {
        #expect(await send(Self.discoverable) == nil)
        storage.failing = "reset"
        #expect(await send(.reset) == .other)
        #expect(await send(.getAssertion(.sample())) == nil)
    }

    @Test("A reset that fails after it has erased keeps neither credentials nor PIN")
    func aResetThatFailsTooLateHasForgottenAll() async throws {
        guard case .makeCredential(let made) = try await key.process(.makeCredential(.sample()), keepalive: { _ in })
        else { throw Device.UnexpectedResponse() }
        #expect(await send(Self.discoverable) == nil)
        try storage.setPIN(verifier: SecretBytes(copying: [UInt8](repeating: 1, count: 16)), codePoints: 4)
        guard case .getInfo = try await key.process(.getInfo, keepalive: { _ in }) else {
            throw Device.UnexpectedResponse()
        }
        (storage.failing, storage.failsLate) = ("reset", true)
        #expect(await send(.reset) == .other)
        #expect(await send(.getAssertion(.sample(allow: [try made.credentialID]))) == .noCredentials)
        guard case .getInfo(let info) = try await key.process(.getInfo, keepalive: { _ in }) else {
            throw Device.UnexpectedResponse()
        }
        #expect(info.options["clientPin"] == false)
    }
}
