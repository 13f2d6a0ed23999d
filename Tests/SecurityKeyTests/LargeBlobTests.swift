import CTAP
import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct LargeBlobTests {
    private static func key(full: Bool = false) -> ScriptedKey {
        let blobs = LargeBlobStorage()
        return ScriptedKey(
            info: ScriptedKey.info(
                options: ["rk": true, "clientPin": true, "largeBlobs": true], extensions: ["largeBlobKey"],
                more: [(5, 1024), (0x0B, 4096)])
        ) { request in
            switch request.command {
            case 0x06: ScriptedKey.clientPIN(request, retries: 8, token: ScriptedKey.token)
            case 0x0C where full && request.parameters[2] != nil: .status(.largeBlobStorageFull)
            case 0x0C: blobs.answer(request.parameters)
            default: .ok(ScriptedKey.assertion(largeBlobKey: [UInt8](repeating: 8, count: 32)))
            }
        }
    }

    private static func sign(
        _ key: ScriptedKey, _ blob: AuthenticationExtensionInputs.LargeBlob, _ person: TestInteraction
    ) async throws -> AuthenticationExtensionOutputs {
        try await SecurityKey(key).getAssertion(
            .sample(extensions: AuthenticationExtensionInputs(largeBlob: blob)), interaction: person
        ).extensions
    }

    @Test("A large blob is read back as written, and only writing requires the PIN")
    func whatIsWrittenIsReadAgain() async throws {
        // Data longer than one message that does not compress.
        let blob = SeededRandom(seed: "large blob").bytes(1500)
        let key = Self.key()
        let person = TestInteraction(pins: "1234")
        #expect(try await Self.sign(key, .read, person) == AuthenticationExtensionOutputs())
        #expect(person.askedPINs.isEmpty)
        #expect(try await Self.sign(key, .write(blob), person).largeBlobWritten == true)
        #expect(person.askedPINs.count == 1)
        #expect(try await Self.sign(key, .read, person).largeBlob == blob)
        #expect(key.requests(0x02).first?.parameters[4] == ["largeBlobKey": true])
    }

    @Test("A full key signs and reports that it wrote no large blob")
    func aFullKeyHasNotWrittenAndHasSigned() async throws {
        let outputs = try await Self.sign(
            Self.key(full: true), .write([UInt8](repeating: 1, count: 64)), TestInteraction(pins: "1234"))
        #expect(outputs == AuthenticationExtensionOutputs(largeBlobWritten: false))
    }

    @Test("A key without large blobs signs and reports that it wrote none")
    func aKeyWithoutLargeBlobsHasNotWritten() async throws {
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion()) }
        let outputs = try await Self.sign(key, .write([1]), TestInteraction())
        #expect(outputs == AuthenticationExtensionOutputs(largeBlobWritten: false))
        #expect(key.requests(0x02).first?.parameters[4] == nil)
    }
}
