import SoftAuthenticator
import Testing
import ToqueCrypto

/// The contract of every storage for a PIN, secrets and a reset.
@Suite("Storage of the PIN and of secrets")
struct PINAndSecretContractTests {
    private static let verifier = Array(Digest.sha256("1234")[..<16])

    private func setPIN(_ storage: any CredentialStorage, _ verifier: [UInt8] = Self.verifier) throws {
        try storage.setPIN(verifier: SecretBytes(copying: verifier), codePoints: 4)
    }

    @Test("A new storage has no PIN", arguments: StorageKind.allCases)
    func aFreshStorageHasNoPIN(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try storage.pinState() == nil)
            #expect(try storage.pinVerifier()?.revealed == nil)
            #expect(try storage.spendPINRetry() == 0)
            try storage.restorePINRetries()
            #expect(try storage.pinState() == nil)
        }
    }

    @Test("A PIN is kept, and a new PIN has all its retries", arguments: StorageKind.allCases)
    func keepsAndChangesThePIN(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            try setPIN(storage)
            #expect(try storage.pinState() == PINState(retries: 8, codePoints: 4))
            #expect(try storage.pinVerifier()?.revealed == Self.verifier)
            _ = try storage.spendPINRetry()
            let changed = Array(Digest.sha256("joão maria")[..<16])
            try storage.setPIN(verifier: SecretBytes(copying: changed), codePoints: 10)
            #expect(try storage.pinState() == PINState(retries: 8, codePoints: 10))
            #expect(try storage.pinVerifier()?.revealed == changed)
        }
    }

    @Test("PIN retries are spent down to zero and restored to eight", arguments: StorageKind.allCases)
    func spendsTriesDownToNone(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            try setPIN(storage)
            for left in [7, 6, 5, 4, 3, 2, 1, 0, 0] {
                #expect(try storage.spendPINRetry() == left)
                #expect(try storage.pinState()?.retries == left)
            }
            try storage.restorePINRetries()
            #expect(try storage.pinState() == PINState(retries: 8, codePoints: 4))
        }
    }

    @Test("No two callers spend the same PIN retry", arguments: StorageKind.allCases)
    func noTwoCallersSpendTheSameTry(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            try setPIN(storage)
            let left = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try storage.spendPINRetry() } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(left.sorted() == Array(0...7))
        }
    }

    @Test("A secret is made once, however many callers ask for it", arguments: StorageKind.allCases)
    func makesASecretOnce(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let made = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try storage.secret(.credentialWrapping) { SystemRandom().secret(32) }.revealed
                    }
                }
                return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
            }
            #expect(made.count == 1)
            let other = try storage.secret(.attestation) { SecretBytes(copying: [1, 2, 3]) }
            #expect(other.revealed == [1, 2, 3])
            let again = try storage.secret(.credentialWrapping) { SecretBytes(copying: [4]) }
            #expect(made.contains(again.revealed))
        }
    }

    @Test("The attestation authority survives a reset", arguments: StorageKind.allCases)
    func keepsItsAttestationAuthority(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let made = try storage.attestationAuthority(random: SystemRandom(), now: .now())
            try storage.reset()
            let again = try storage.attestationAuthority(random: SystemRandom(), now: .now())
            #expect(again.certificate == made.certificate)
        }
    }

    @Test("A malformed attestation secret is reported as corrupt", arguments: StorageKind.allCases)
    func anAttestationThatIsNoneIsTold(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            _ = try storage.secret(.attestation) { SecretBytes(copying: [1, 2, 3]) }
            let code = errorCode { _ = try storage.attestationAuthority(random: SystemRandom(), now: .now()) }
            #expect(code == .corrupt)
        }
    }

    /// CTAP 2.3 section 6.6.
    @Test("A reset deletes the user's data and keeps the counter and the attestation", arguments: StorageKind.allCases)
    func aResetForgetsWhatIsTheUsers(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let saved = try Sample.credential("a")
            try storage.save(saved)
            try storage.save(Sample.credential("b", rpID: "other.example", isDiscoverable: false))
            try setPIN(storage)
            for name in StoredSecret.allCases { _ = try storage.secret(name) { SecretBytes(copying: [1]) } }
            for _ in 0..<3 { _ = try storage.nextSignCount() }

            try storage.reset()
            #expect(try storage.credentials(rpID: nil).isEmpty)
            #expect(try storage.discoverableCount() == 0)
            #expect(try storage.relyingPartyIDs().isEmpty)
            #expect(try storage.relyingPartyID(hash: Digest.sha256(Sample.rpID)) == nil)
            #expect(errorCode { _ = try storage.privateKey(of: saved.credential) } == .unknownCredential)
            #expect(try storage.pinState() == nil)
            #expect(try storage.pinVerifier()?.revealed == nil)
            #expect(try storage.nextSignCount() == 4)
            #expect(try storage.secret(.credentialWrapping) { SecretBytes(copying: [2]) }.revealed == [2])
            #expect(try storage.secret(.attestation) { SecretBytes(copying: [2]) }.revealed == [1])

            try storage.save(saved)
            #expect(try storage.discoverableCount() == 1)
            try storage.reset()
            try storage.reset()
            #expect(try storage.credentials(rpID: nil).isEmpty)
        }
    }
}
