import CTAP
import Synchronization
import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueTestSupport
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct LargeBlobTests {
    /// The storage of a key: the array of blobs and its hash (CTAP 2.1 section 6.10), empty at first.
    private final class Blobs: Sendable {
        private let stored = Mutex(hex("80 76be8b528d0075f7aae98d6fa57a6d3c"))
        private let pending = Mutex<[UInt8]>([])

        /// authenticatorLargeBlobs, to the length that libfido2 needs.
        func answer(_ parameters: CBORMap) -> ScriptedKey.Answer {
            let offset = parameters[3]?.intValue ?? 0
            if let count = parameters[1]?.intValue {
                return .ok([1: .bytes(Array(stored.withLock { $0 }.dropFirst(offset).prefix(count)))])
            }
            guard let fragment = parameters[2]?.bytesValue, parameters[5] != nil else { return .status(.puatRequired) }
            pending.withLock { pending in
                if offset == 0 { pending = [] }
                pending += fragment
                let (array, hash) = (pending.dropLast(16), pending.suffix(16))
                if Digest.sha256(Array(array)).prefix(16) == hash { stored.withLock { $0 = pending } }
            }
            return .ok()
        }
    }

    private static func key(full: Bool = false) -> ScriptedKey {
        let blobs = Blobs()
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

    @Test func whatIsWrittenIsReadAgain() async throws {
        // More than fits into one message, and nothing that could be packed.
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

    @Test func aFullKeyHasNotWrittenAndHasSigned() async throws {
        let outputs = try await Self.sign(
            Self.key(full: true), .write([UInt8](repeating: 1, count: 64)), TestInteraction(pins: "1234"))
        #expect(outputs == AuthenticationExtensionOutputs(largeBlobWritten: false))
    }

    @Test func aKeyWithoutLargeBlobsHasNotWritten() async throws {
        let key = ScriptedKey { _ in .ok(ScriptedKey.assertion()) }
        let outputs = try await Self.sign(key, .write([1]), TestInteraction())
        #expect(outputs == AuthenticationExtensionOutputs(largeBlobWritten: false))
        #expect(key.requests(0x02).first?.parameters[4] == nil)
    }
}
