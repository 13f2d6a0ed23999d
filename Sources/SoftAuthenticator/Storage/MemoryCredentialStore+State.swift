import ToqueCrypto
import ToqueWebAuthn

/// The content of the store.
extension MemoryCredentialStore {
    /// The bytes of an RP ID. Swift compares strings by canonical equivalence, RP IDs are compared exactly.
    typealias RPIDBytes = [UInt8]

    struct Record {
        var credential: PublicKeyCredentialSource
        let sealedKey: [UInt8]
        let sealedCredBlob: [UInt8]?
        var sealedLargeBlob: [UInt8]?
        /// Increases from record to record.
        let sequence: Int
    }

    /// The credentials of an RP ID.
    struct Scope {
        let rpID: String
        var records: [[UInt8]: Record] = [:]
        /// IDs of the discoverable ones, by user handle.
        var discoverable: [[UInt8]: [UInt8]] = [:]

        var newestDiscoverable: Int { discoverable.values.compactMap { records[$0]?.sequence }.max() ?? -1 }
    }

    struct PIN {
        var state: PINState
        let sealedVerifier: [UInt8]
    }

    struct State {
        var scopes: [RPIDBytes: Scope] = [:]
        /// RP IDs, by their hash.
        var rpIDs: [[UInt8]: RPIDBytes] = [:]
        /// RP IDs of the discoverable credentials, by credential ID.
        var homes: [[UInt8]: RPIDBytes] = [:]
        var nextSequence = 0
        var signCount: UInt32
        /// By credential ID.
        var counters: [[UInt8]: CredentialCounter] = [:]
        var pin: PIN?
        var sealedSecrets: [StoredSecret: [UInt8]] = [:]
        var settings = AuthenticatorSettings()
        var fingerprints: [Fingerprint] = []
        var largeBlobArray: [UInt8]?

        /// - Returns: false if another credential has the ID.
        mutating func save(
            _ credential: PublicKeyCredentialSource, sealedKey: [UInt8], sealedCredBlob: [UInt8]?
        ) -> Bool {
            let rpID = Array(credential.rpID.utf8)
            let replaced = credential.isDiscoverable ? scopes[rpID]?.discoverable[credential.user.id] : nil
            guard replaced == credential.id || scopes[rpID]?.records[credential.id] == nil else { return false }
            if let replaced { remove(rpID: rpID, id: replaced) }
            if scopes[rpID] == nil { rpIDs[Digest.sha256(rpID)] = rpID }
            let record = Record(
                credential: credential, sealedKey: sealedKey, sealedCredBlob: sealedCredBlob, sealedLargeBlob: nil,
                sequence: nextSequence)
            nextSequence += 1
            scopes[rpID, default: Scope(rpID: credential.rpID)].records[credential.id] = record
            if credential.isDiscoverable {
                scopes[rpID]?.discoverable[credential.user.id] = credential.id
                homes[credential.id] = rpID
                sealedSecrets[.credentialStoreState] = nil
            }
            return true
        }

        @discardableResult
        mutating func remove(rpID: RPIDBytes, id: [UInt8]) -> Bool {
            guard let record = scopes[rpID]?.records.removeValue(forKey: id) else { return false }
            counters[id] = nil
            if record.credential.isDiscoverable {
                scopes[rpID]?.discoverable[record.credential.user.id] = nil
                homes[id] = nil
                sealedSecrets[.credentialStoreState] = nil
            }
            if scopes[rpID]?.records.isEmpty == true {
                scopes[rpID] = nil
                rpIDs[Digest.sha256(rpID)] = nil
            }
            return true
        }
    }
}
