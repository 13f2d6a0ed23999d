import SoftAuthenticator
import Testing
import ToqueCrypto
import ToqueWebAuthn

/// The contract of every storage for the management of discoverable credentials.
@Suite("Storage of discoverable credentials")
struct ManagementContractTests {
    @Test("A discoverable credential is found by its ID alone", arguments: StorageKind.allCases)
    func findsADiscoverableCredentialByItsIDAlone(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let found = try Sample.credential("a", rpID: "one.example")
            let bound = try Sample.credential("b", rpID: "two.example", isDiscoverable: false)
            for pair in [found, bound] { try storage.save(pair) }
            #expect(try storage.discoverableCredential(id: found.credential.id) == found.credential)
            #expect(try storage.discoverableCredential(id: bound.credential.id) == nil)
            #expect(try storage.discoverableCredential(id: []) == nil)
            try storage.delete(rpID: "one.example", id: found.credential.id)
            #expect(try storage.discoverableCredential(id: found.credential.id) == nil)
        }
    }

    @Test("Only discoverable credentials are counted", arguments: StorageKind.allCases)
    func countsDiscoverableCredentialsAlone(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try storage.discoverableCount() == 0)
            let first = try Sample.credential("a", user: 1)
            try storage.save(first)
            try storage.save(Sample.credential("b", user: 2))
            try storage.save(Sample.credential("c", user: 3, isDiscoverable: false))
            #expect(try storage.discoverableCount() == 2)
            // A replacement adds none, and neither does a refused one.
            let replacement = try Sample.credential("d", user: 1)
            try storage.save(replacement)
            #expect(errorCode { try storage.save(Sample.credential("d", user: 9)) } == .duplicateCredential)
            #expect(try storage.discoverableCount() == 2)
            try storage.delete(rpID: Sample.rpID, id: first.credential.id)
            #expect(try storage.discoverableCount() == 2)
            try storage.delete(rpID: Sample.rpID, id: replacement.credential.id)
            #expect(try storage.discoverableCount() == 1)
        }
    }

    @Test("RP IDs of discoverable credentials are listed, the latest first", arguments: StorageKind.allCases)
    func listsRelyingPartiesTheLatestFirst(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            #expect(try storage.relyingPartyIDs().isEmpty)
            for (number, rpID) in ["b.example", "c.example", "a.example", "c.example"].enumerated() {
                try storage.save(Sample.credential("\(number)", rpID: rpID, user: UInt8(number)))
            }
            try storage.save(Sample.credential("bound", rpID: "d.example", isDiscoverable: false))
            #expect(try storage.relyingPartyIDs() == ["c.example", "a.example", "b.example"])
            for credential in try storage.credentials(rpID: "c.example") {
                try storage.delete(rpID: "c.example", id: credential.id)
            }
            #expect(try storage.relyingPartyIDs() == ["a.example", "b.example"])
        }
    }

    @Test("The RP ID of a discoverable credential is found by its hash", arguments: StorageKind.allCases)
    func findsARelyingPartyByItsHash(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let saved = try Sample.credential("a", rpID: "one.example")
            try storage.save(saved)
            try storage.save(Sample.credential("b", rpID: "two.example", isDiscoverable: false))
            #expect(try storage.relyingPartyID(hash: Digest.sha256("one.example")) == "one.example")
            #expect(try storage.relyingPartyID(hash: Digest.sha256("two.example")) == nil)
            #expect(try storage.relyingPartyID(hash: Digest.sha256("none.example")) == nil)
            #expect(try storage.relyingPartyID(hash: []) == nil)
            try storage.delete(rpID: "one.example", id: saved.credential.id)
            #expect(try storage.relyingPartyID(hash: Digest.sha256("one.example")) == nil)
        }
    }

    @Test("Updating a user changes only the names of one credential", arguments: StorageKind.allCases)
    func updatesNamesAndNothingElse(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let (credential, secret) = try Sample.credential("a")
            let other = try Sample.credential("b", user: 2)
            for pair in [(credential, secret), other] { try storage.save(pair) }
            let user = PublicKeyCredentialUserEntity(id: [99], name: "ana", displayName: "")
            #expect(try storage.updateUser(user, rpID: Sample.rpID, id: credential.id))
            var updated = credential
            updated.user = PublicKeyCredentialUserEntity(id: credential.user.id, name: "ana", displayName: "")
            #expect(try storage.credentials(rpID: nil) == [other.credential, updated])
            #expect(try storage.privateKey(of: updated).revealed == secret)
            #expect(try !storage.updateUser(user, rpID: "other.example", id: credential.id))
            #expect(try !storage.updateUser(user, rpID: Sample.rpID, id: [1]))
        }
    }

    /// `StoredSecret.credentialStoreState` (encCredStoreState, CTAP 2.3 section 6.4).
    @Test("A change of discoverable credentials forgets the credential store state", arguments: StorageKind.allCases)
    func forgetsTheStateWithEachChange(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            func isForgotten(_ change: () throws -> Void) throws -> Bool {
                _ = try storage.secret(.credentialStoreState) { SecretBytes(copying: [1]) }
                _ = try storage.secret(.deviceIdentifier) { SecretBytes(copying: [2]) }
                try change()
                #expect(try storage.has(.deviceIdentifier))
                return try !storage.has(.credentialStoreState)
            }
            let credential = try Sample.credential("a")
            #expect(try isForgotten { try storage.save(credential) })
            #expect(try isForgotten { try storage.save(Sample.credential("b")) })
            #expect(try !isForgotten { try storage.save(Sample.credential("c", isDiscoverable: false)) })
            let kept = try #require(try storage.credentials(rpID: nil).first(where: \.isDiscoverable))
            #expect(try isForgotten { _ = try storage.updateUser(kept.user, rpID: kept.rpID, id: kept.id) })
            #expect(try isForgotten { try storage.delete(rpID: kept.rpID, id: kept.id) })
            #expect(try !isForgotten { _ = try storage.credentials(rpID: nil) })
            #expect(try !isForgotten { _ = try storage.nextSignCount() })
        }
    }
}
