import SoftAuthenticator
import Testing
import ToqueCrypto
import ToqueWebAuthn
import WebAuthnClient

@testable import SecurityKey

/// Whole ceremonies with a key outside the process.
@Suite struct WebAuthnClientTests {
    private static let creation = PublicKeyCredentialCreationOptions(
        rp: PublicKeyCredentialRPEntity(id: "bank.example", name: "Bank"),
        user: PublicKeyCredentialUserEntity(id: [1], name: "ana", displayName: "Ana"), challenge: [1, 2, 3],
        pubKeyCredParams: [.es256],
        authenticatorSelection: AuthenticatorSelectionCriteria(userVerification: .preferred),
        attestation: .direct)

    @Test("A client registers and signs with a key, each time with the PIN")
    func aKeyRegistersAndSigns() async throws {
        let soft = SoftAuthenticator(profile: .securityKey, storage: MemoryCredentialStore())
        let transport = ScriptedKey(soft.ctapProcessor(interaction: ScriptedInteraction(.approve)))
        let person = TestInteraction(pins: "1234")
        try await KeyManager(location: .transport(transport, name: "key"), interaction: person)
            .setPIN(SecretBytes(copying: "1234".utf8))
        let client = WebAuthnClient(authenticator: SecurityKey(transport), interaction: person)
        let registered = try await client.create(Self.creation)
        #expect(registered.authenticatorAttachment == .crossPlatform)
        #expect(registered.transports == [.usb])
        let signed = try await client.get(
            PublicKeyCredentialRequestOptions(
                challenge: [4, 5, 6], rpID: "bank.example",
                allowCredentials: [PublicKeyCredentialDescriptor(id: registered.credentialID)]))
        #expect(signed.credentialID == registered.credentialID)
        #expect(try AuthenticatorData(decoding: signed.authenticatorData).flags.contains(.userVerified))
        #expect(person.askedPINs.count == 2)
    }

    /// The timeout ends once the key waits for a touch.
    private struct TouchClock: Clock {
        let key: ScriptedKey

        var now: ContinuousClock.Instant { .now }
        var minimumResolution: Duration { .zero }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws { await key.isAwaited() }
    }

    @Test("Without a touch, a ceremony ends at its timeout and cancels the key's request")
    func theEndOfTheTimeCancelsTheKey() async {
        let key = ScriptedKey { _ in .untilCanceled }
        let client = WebAuthnClient(
            authenticator: SecurityKey(key), interaction: TestInteraction(), clock: TouchClock(key: key))
        let error = await #expect(throws: WebAuthnError.self) { try await client.create(Self.creation) }
        #expect(error?.name == .notAllowedError)
        #expect(error?.message.contains("nobody confirmed") == true)
        #expect(key.cancellations == 1)
    }
}
