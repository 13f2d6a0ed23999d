import SoftAuthenticator
import Testing
import ToqueCrypto

/// The contract of every storage for settings, fingerprints, large blobs and a credential's additions.
@Suite("Storage of settings, fingerprints and blobs")
struct SettingsContractTests {
    private static let changed: AuthenticatorSettings = {
        var settings = AuthenticatorSettings()
        settings.minPINLength = 6
        settings.minPINLengthRPIDs = ["example.com", "münchen.example"]
        settings.forcePINChange = true
        settings.pinComplexityPolicy = true
        settings.alwaysUv = true
        settings.enterpriseAttestation = true
        settings.longTouchForReset = true
        settings.uvRetries = 2
        settings.uvCountSinceLastPINEntry = 7
        return settings
    }()

    @Test("Changed settings are read back", arguments: StorageKind.allCases)
    func keepsSettings(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try storage.settings() == AuthenticatorSettings())
            let before = try storage.updateSettings { settings in
                defer { settings = Self.changed }
                return settings.uvRetries
            }
            #expect(before == AuthenticatorSettings.maxUVRetries)
            #expect(try storage.settings() == Self.changed)
        }
    }

    @Test("No concurrent change of the settings is lost", arguments: StorageKind.allCases)
    func noChangeOfSettingsIsLost(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask { try storage.updateSettings { $0.uvCountSinceLastPINEntry += 1 } }
                }
                try await group.waitForAll()
            }
            #expect(try storage.settings().uvCountSinceLastPINEntry == 20)
        }
    }

    @Test("A new PIN clears forcePINChange and the persistent token", arguments: StorageKind.allCases)
    func aNewPINEndsTheDutyAndThePersistentToken(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            try storage.updateSettings { $0 = Self.changed }
            _ = try storage.secret(.persistentToken) { SecretBytes(copying: [1]) }
            try storage.setPIN(verifier: SecretBytes(copying: [2]), codePoints: 6)
            var expected = Self.changed
            expected.forcePINChange = false
            #expect(try storage.settings() == expected)
            #expect(try !storage.has(.persistentToken))
        }
    }

    @Test("Fingerprints are kept in order, renamed and deleted", arguments: StorageKind.allCases)
    func keepsFingerprintsInOrder(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try storage.fingerprints() == [])
            let thumb = Fingerprint(id: [1, 2], finger: "thumb")
            var index = Fingerprint(id: [3], friendlyName: "índice", finger: "index")
            try storage.save(thumb)
            try storage.save(index)
            index.friendlyName = "right index"
            try storage.save(index)
            #expect(try storage.fingerprints() == [thumb, index])
            #expect(try storage.deleteFingerprint(id: [1, 2]))
            #expect(try !storage.deleteFingerprint(id: [1, 2]))
            #expect(try storage.fingerprints() == [index])
        }
    }

    @Test("The large-blob array is kept and replaced", arguments: StorageKind.allCases)
    func keepsTheLargeBlobArray(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try storage.largeBlobArray() == nil)
            for array in [[1, 2, 3], [UInt8](repeating: 9, count: 65_536), []] {
                try storage.setLargeBlobArray(array)
                #expect(try storage.largeBlobArray() == array)
            }
        }
    }

    @Test("A credential keeps its credBlob until it is deleted", arguments: StorageKind.allCases)
    func keepsWhatGoesWithACredential(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            var (credential, key) = try Sample.credential("a", user: 1)
            credential.largeBlobs = .array
            try storage.save(credential, privateKey: SecretBytes(copying: key), credBlob: [7, 8, 9])
            #expect(try storage.credential(rpID: credential.rpID, id: credential.id) == credential)
            #expect(try storage.credBlob(of: credential) == [7, 8, 9])
            let pair = try Sample.credential("b", user: 2)
            let plain = pair.credential
            try storage.save(pair)
            #expect(try storage.credBlob(of: plain) == [])
            try storage.delete(rpID: plain.rpID, id: plain.id)
            #expect(throws: CredentialStorageError.self) { try storage.credBlob(of: plain) }
        }
    }

    @Test("A large blob is kept and deleted with its credential", arguments: StorageKind.allCases)
    func keepsALargeBlobWithItsCredential(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            var (credential, key) = try Sample.credential("a", user: 1)
            credential.largeBlobs = .credential
            try storage.save(credential, privateKey: SecretBytes(copying: key))
            #expect(try storage.credential(rpID: credential.rpID, id: credential.id)?.largeBlobs == .credential)
            #expect(try storage.largeBlob(of: credential) == nil)
            let other = try Sample.credential("b", user: 2)
            try storage.save(other)
            for blob in [[1, 2, 3], [UInt8](repeating: 9, count: 4096), []] {
                #expect(try storage.setLargeBlob(blob, of: credential, capacity: 5000))
                #expect(try storage.largeBlob(of: credential) == blob)
                #expect(try storage.largeBlob(of: other.credential) == nil)
            }
            let state = try storage.secret(.credentialStoreState) { SecretBytes(copying: [1]) }.revealed
            #expect(try storage.setLargeBlob([1], of: credential, capacity: 5000))
            #expect(try storage.secret(.credentialStoreState) { SecretBytes(copying: [2]) }.revealed == state)
            try storage.delete(rpID: credential.rpID, id: credential.id)
            #expect(throws: CredentialStorageError.self) { try storage.largeBlob(of: credential) }
            #expect(throws: CredentialStorageError.self) {
                try storage.setLargeBlob([1], of: credential, capacity: 5000)
            }
            try storage.save(credential, privateKey: SecretBytes(copying: key))
            #expect(try storage.largeBlob(of: credential) == nil)
        }
    }

    /// A sealed blob has 28 more bytes.
    @Test("The large blobs of all credentials share one capacity", arguments: StorageKind.allCases)
    func largeBlobsHaveACapacityTogether(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let pairs = try (1...3).map { try Sample.credential("\($0)", user: UInt8($0)) }
            for pair in pairs { try storage.save(pair) }
            let blob = [UInt8](repeating: 1, count: 72)
            for pair in pairs[..<2] { #expect(try storage.setLargeBlob(blob, of: pair.credential, capacity: 200)) }
            #expect(try !storage.setLargeBlob([], of: pairs[2].credential, capacity: 200))
            #expect(try storage.largeBlob(of: pairs[2].credential) == nil)
            #expect(try !storage.setLargeBlob(blob + [1], of: pairs[0].credential, capacity: 200))
            #expect(try storage.largeBlob(of: pairs[0].credential) == blob)
            // It replaces the previous one.
            #expect(try storage.setLargeBlob(Array(blob.reversed()), of: pairs[0].credential, capacity: 200))
            try storage.delete(rpID: Sample.rpID, id: pairs[1].credential.id)
            #expect(try storage.setLargeBlob(blob, of: pairs[2].credential, capacity: 200))
            try storage.reset()
            for pair in pairs { try storage.save(pair) }
            for pair in pairs { #expect(try storage.largeBlob(of: pair.credential) == nil) }
            #expect(try storage.setLargeBlob(blob, of: pairs[0].credential, capacity: 100))
        }
    }

    @Test("A forgotten secret is replaced by a new one", arguments: StorageKind.allCases)
    func forgetsSecrets(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try !storage.has(.deviceIdentifier))
            try storage.forget(.deviceIdentifier)
            _ = try storage.secret(.deviceIdentifier) { SecretBytes(copying: [1]) }
            #expect(try storage.has(.deviceIdentifier))
            try storage.forget(.deviceIdentifier)
            #expect(try storage.secret(.deviceIdentifier) { SecretBytes(copying: [2]) }.revealed == [2])
        }
    }

    @Test(
        "A reset deletes settings, fingerprints, blobs and all secrets that do not survive it",
        arguments: StorageKind.allCases)
    func aResetForgetsAllOfIt(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            try storage.updateSettings { $0 = Self.changed }
            try storage.save(Fingerprint(id: [1], finger: "thumb"))
            try storage.setLargeBlobArray([1])
            for name in StoredSecret.allCases { _ = try storage.secret(name) { SecretBytes(copying: [1]) } }
            try storage.reset()
            #expect(try storage.settings() == AuthenticatorSettings())
            #expect(try storage.fingerprints() == [])
            #expect(try storage.largeBlobArray() == nil)
            for name in StoredSecret.allCases { #expect(try storage.has(name) == name.survivesReset) }
        }
    }
}
