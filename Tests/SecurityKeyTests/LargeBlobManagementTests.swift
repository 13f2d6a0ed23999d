import CTAP
import Synchronization
import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueWebAuthn

@testable import SecurityKey

@Suite struct LargeBlobManagementTests {
    /// More than fits into one message, and nothing that could be packed.
    private static let blob = SeededRandom(seed: "large blob").bytes(1500)
    private static let rpID = "bank.example"

    /// A credential as the key holds it.
    private struct Held {
        var id: [UInt8]
        var key: UInt8?
    }

    /// A key that holds credentials of one RP, which a test changes.
    private final class Holder: Sendable {
        let credentials: Mutex<[Held]>
        private let storage = LargeBlobStorage()

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

        /// authenticatorCredentialManagement (CTAP 2.1 section 6.8).
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

    @Test func aBlobIsStoredReadListedAndDeleted() async throws {
        let manager = Self.manager(Holder(Held(id: [7], key: 8)).key())
        try await manager.setLargeBlob(Self.blob, rpID: Self.rpID)
        #expect(try await manager.largeBlob(rpID: Self.rpID, credentialID: [7]) == Self.blob)
        let listed = try await manager.largeBlobs()
        let entry = try #require(listed.blobs.first)
        #expect(listed.blobs.count == 1)
        #expect(entry.credential?.id == [7] && entry.credential?.rpID == Self.rpID)
        #expect(entry.originalSize == Self.blob.count)
        // The array's head and the hash besides.
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

    @Test func aBlobWhoseCredentialIsGoneIsOrphaned() async throws {
        let holder = Holder(Held(id: [7], key: 8))
        let manager = Self.manager(holder.key())
        try await manager.setLargeBlob(Self.blob, rpID: Self.rpID)
        holder.credentials.withLock { $0 = [Held(id: [5], key: 4)] }
        try await manager.setLargeBlob(Self.blob, rpID: Self.rpID)
        #expect(try await manager.largeBlobs().blobs.map(\.credential?.id) == [nil, [5]])
        holder.credentials.withLock { $0 = [] }
        #expect(try await manager.largeBlobs().blobs.map(\.credential?.id) == [nil, nil])
    }

    @Test func ofSeveralCredentialsOneIsNamed() async throws {
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

    @Test func aFullKey() async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await Self.manager(Holder(Held(id: [7], key: 8)).key(isFull: true))
                .setLargeBlob(Self.blob, rpID: Self.rpID)
        }
        #expect(error?.name == .constraintError)
    }

    @Test func aBlobThatTheLibraryCannotWrite() async {
        let error = await #expect(throws: WebAuthnError.self) {
            try await Self.manager(Holder(Held(id: [7], key: 8)).key()).setLargeBlob([1], rpID: Self.rpID)
        }
        #expect(error?.name == .constraintError)
        #expect(error?.message.contains("make it longer") == true)
    }

    @Test func aKeyWithoutLargeBlobs() async {
        let error = await #expect(throws: WebAuthnError.self) { try await Self.manager(ScriptedKey()).largeBlobs() }
        #expect(error?.name == .notSupportedError)
        #expect(error?.message.contains("has no large blobs") == true)
    }
}
