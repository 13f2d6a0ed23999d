import CTAP
import Synchronization
import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueTestSupport
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct LargeBlobManagementTests {
    /// Data longer than one message that does not compress.
    private static let blob = SeededRandom(seed: "large blob").bytes(1500)
    private static let rpID = "bank.example"

    /// A credential on the key.
    private struct Held {
        var id: [UInt8]
        var key: UInt8?
    }

    /// A key with credentials of one RP, which a test changes.
    private final class Holder: Sendable {
        let credentials: Mutex<[Held]>
        let storage = LargeBlobStorage()

        init(_ credentials: Held...) { self.credentials = Mutex(credentials) }

        func key(isFull: Bool = false) -> ScriptedKey {
            ScriptedKey(
                info: ScriptedKey.info(
                    options: [
                        "rk": true, "clientPin": true, "credMgmt": true, "largeBlobs": true,
                    ], extensions: ["largeBlobKey"], more: [(5, 1024), (0x0B, 4096)])
            ) { [self] request in
                switch request.command {
                case 0x06: ScriptedKey.clientPIN(request, retries: 8, token: ScriptedKey.token)
                case 0x0C where isFull && request.parameters[2] != nil: .status(.largeBlobStorageFull)
                case 0x0C: storage.answer(request.parameters)
                default: enumerate(request.parameters[1]?.intValue)
                }
            }
        }

        private let enumerated = Mutex(0)

        /// authenticatorCredentialManagement (CTAP 2.3 section 6.8).
        private func enumerate(_ subCommand: Int?) -> ScriptedKey.Answer {
            let held = credentials.withLock { $0 }
            guard !held.isEmpty else { return .status(.noCredentials) }
            switch subCommand {
            case 2: return .ok([3: ["id": .text(rpID)], 4: .bytes([UInt8](repeating: 1, count: 32)), 5: 1])
            case 4, 5:
                let index = enumerated.withLock { index in
                    index = subCommand == 4 ? 0 : index + 1
                    return index
                }
                return .ok(Self.answer(held[index], total: subCommand == 4 ? held.count : nil))
            default: return .status(.invalidSubcommand)
            }
        }

        private static func answer(_ held: Held, total: Int?) -> CBOR {
            let noise = [UInt8](repeating: 9, count: 32)
            var answer: [(CBOR, CBOR)] = [
                (6, ["id": .bytes([1]), "name": "ana", "displayName": "Ana"]),
                (7, ["id": .bytes(held.id), "type": "public-key"]),
                (8, [1: 2, 3: -7, -1: 1, -2: .bytes(noise), -3: .bytes(noise)]),
            ]
            if let total { answer.append((9, .int(total))) }
            answer.append((0x0A, 1))
            if let key = held.key { answer.append((0x0B, .bytes([UInt8](repeating: key, count: 32)))) }
            return .map(CBORMap(answer))
        }
    }

    private static func manager(_ key: ScriptedKey) -> KeyManager { KeyManager(key, TestInteraction(pins: "1234")) }

    @Test("A large blob is stored, read, listed and deleted")
    func aBlobIsStoredReadListedAndDeleted() async throws {
        let manager = Self.manager(Holder(Held(id: [7], key: 8)).key())
        try await manager.setLargeBlob(Self.blob, rpID: Self.rpID)
        #expect(try await manager.largeBlob(rpID: Self.rpID, credentialID: [7]) == Self.blob)
        let listed = try await manager.largeBlobs()
        let entry = try #require(listed.blobs.first)
        #expect(listed.blobs.count == 1)
        #expect(entry.credential?.id == [7] && entry.credential?.rpID == Self.rpID)
        #expect(entry.originalSize == Self.blob.count)
        // Plus the array's head and the hash.
        #expect(listed.size == entry.storedSize + 1 + 16)
        #expect(listed.capacity == 4096)
        try await manager.deleteLargeBlob(rpID: Self.rpID)
        #expect(try await manager.largeBlobs().blobs.isEmpty)
        for action in [
            { _ = try await manager.largeBlob(rpID: Self.rpID) },
            { try await manager.deleteLargeBlob(rpID: Self.rpID) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: WebAuthnError.self) { try await action() }
            #expect(error?.name == .notAllowedError)
            #expect(error?.message.contains("holds no large blob") == true)
        }
    }

    @Test("A large blob without its credential is listed without one")
    func aBlobWhoseCredentialIsGoneIsOrphaned() async throws {
        let holder = Holder(Held(id: [7], key: 8))
        let manager = Self.manager(holder.key())
        try await manager.setLargeBlob(Self.blob, rpID: Self.rpID)
        holder.credentials.withLock { $0 = [Held(id: [5], key: 4)] }
        try await manager.setLargeBlob(Self.blob, rpID: Self.rpID)
        #expect(try await manager.largeBlobs().blobs.map(\.credential?.id) == [nil, [5]])
        holder.credentials.withLock { $0 = [] }
        #expect(try await manager.largeBlobs().blobs.map(\.credential?.id) == [nil, nil])
    }

    @Test("One of several credentials of an RP must be named to store a large blob")
    func ofSeveralCredentialsOneIsNamed() async throws {
        let manager = Self.manager(Holder(Held(id: [7], key: 8), Held(id: [6], key: 5), Held(id: [4])).key())
        let several = await #expect(throws: WebAuthnError.self) {
            try await manager.setLargeBlob(Self.blob, rpID: Self.rpID)
        }
        #expect(several?.message.contains("2 credentials") == true)
        try await manager.setLargeBlob(Self.blob, rpID: Self.rpID, credentialID: [6])
        #expect(try await manager.largeBlobs().blobs.map(\.credential?.id) == [[6]])
        let without = await #expect(throws: WebAuthnError.self) {
            try await manager.setLargeBlob(Self.blob, rpID: Self.rpID, credentialID: [4])
        }
        #expect(without?.message.contains("without large blobs") == true)
        let unknown = await #expect(throws: WebAuthnError.self) {
            try await manager.largeBlob(rpID: Self.rpID, credentialID: [3])
        }
        #expect(unknown?.message.contains("no discoverable credential of bank.example with that ID") == true)
    }

    @Test("Storing a large blob on a full key is refused")
    func aFullKey() async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await Self.manager(Holder(Held(id: [7], key: 8)).key(isFull: true))
                .setLargeBlob(Self.blob, rpID: Self.rpID)
        }
        #expect(error?.name == .constraintError)
    }

    @Test("A large blob of any size is stored, read and listed", arguments: [0, 1, 15, 16, 17, 960])
    func sizes(_ count: Int) async throws {
        let manager = Self.manager(Holder(Held(id: [7], key: 8)).key())
        // Data that compress well, and data that do not.
        for blob in [[UInt8](repeating: 7, count: count), SeededRandom(seed: "blob \(count)").bytes(count)] {
            try await manager.setLargeBlob(blob, rpID: Self.rpID)
            #expect(try await manager.largeBlob(rpID: Self.rpID) == blob)
            #expect(try await manager.largeBlobs().blobs.map(\.originalSize) == [count])
        }
    }

    @Test("The largest blob with room is stored, and a larger one changes nothing")
    func theLargestBlobThatHasRoom() async throws {
        let holder = Holder(Held(id: [7], key: 8))
        let manager = Self.manager(holder.key())
        let random = SeededRandom(seed: "large")
        // Data that do not compress take the same additional space.
        try await manager.setLargeBlob(random.bytes(4000), rpID: Self.rpID)
        let rest = try await manager.largeBlobs().size - 4000
        let largest = random.bytes(4096 - rest)
        try await manager.setLargeBlob(largest, rpID: Self.rpID)
        #expect(try await manager.largeBlobs().size == 4096)
        let before = Digest.sha256(holder.storage.serialized)
        for count in [largest.count + 1, 1 << 20, (1 << 20) + 1] {
            let error = await #expect(throws: WebAuthnError.self) {
                try await manager.setLargeBlob(random.bytes(count), rpID: Self.rpID)
            }
            #expect(error?.name == .constraintError)
            #expect(Digest.sha256(holder.storage.serialized) == before)
        }
        let kept = Digest.sha256(try await manager.largeBlob(rpID: Self.rpID))
        #expect(kept == Digest.sha256(largest))
    }

    /// The heads are canonical, because libfido2 rewrites them.
    @Test("Foreign items stay byte for byte when a large blob is stored or deleted")
    func whatIsNotOursStaysByteForByte() async throws {
        let foreign = [
            "a4 01 51 0102030405060708090a0b0c0d0e0f1011 02 4c000000000000000000000000 03 1900ff 04 646d6f7265",
            "1818", "a10102", "c11818", "5f41014102ff", "a2 01 01 01 02",
        ].map { hex($0) }
        let array = CBOR.encodedArray(ofItems: foreign)
        let holder = Holder(Held(id: [7], key: 8))
        holder.storage.serialized = array + Digest.sha256(array).prefix(16)
        let before = holder.storage.serialized
        let manager = Self.manager(holder.key())
        for blob in [Self.blob, []] {
            try await manager.setLargeBlob(blob, rpID: Self.rpID)
            #expect(LargeBlobArray(reading: holder.storage.serialized).items.prefix(foreign.count) == foreign[...])
            #expect(try await manager.largeBlob(rpID: Self.rpID) == blob)
        }
        #expect(try await manager.largeBlobs().blobs.map(\.originalSize) == [255, nil, nil, nil, nil, nil, 0])
        try await manager.deleteLargeBlob(rpID: Self.rpID)
        #expect(holder.storage.serialized == before)
    }

    /// CTAP 2.3 section 6.10.3.
    @Test("A large-blob array with a wrong hash counts as empty")
    func anArrayWithAWrongHashIsEmpty() async throws {
        let holder = Holder(Held(id: [7], key: 8))
        let manager = Self.manager(holder.key())
        try await manager.setLargeBlob(Self.blob, rpID: Self.rpID)
        holder.storage.serialized[20] ^= 1
        #expect(try await manager.largeBlobs().blobs.isEmpty)
        let error = await #expect(throws: WebAuthnError.self) { try await manager.largeBlob(rpID: Self.rpID) }
        #expect(error?.message.contains("holds no large blob") == true)
        try await manager.setLargeBlob([1], rpID: Self.rpID)
        #expect(try await manager.largeBlob(rpID: Self.rpID) == [1])
    }

    @Test("Stored bytes that are not an array are reported and left unchanged", arguments: ["a0", "f6", "9fff", "81"])
    func notAnArray(_ text: String) async throws {
        let holder = Holder(Held(id: [7], key: 8))
        holder.storage.serialized = hex(text) + Digest.sha256(hex(text)).prefix(16)
        let before = holder.storage.serialized
        let error = await #expect(throws: WebAuthnError.self) {
            try await Self.manager(holder.key()).setLargeBlob(Self.blob, rpID: Self.rpID)
        }
        #expect(error?.message.contains("something else than an array of large blobs") == true)
        #expect(holder.storage.serialized == before)
    }

    @Test("A key without large blobs is reported as such")
    func aKeyWithoutLargeBlobs() async {
        let error = await #expect(throws: WebAuthnError.self) { try await Self.manager(ScriptedKey()).largeBlobs() }
        #expect(error?.name == .notSupportedError)
        #expect(error?.message.contains("has no large blobs") == true)
    }
}
