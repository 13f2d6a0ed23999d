import Synchronization
import ToqueCrypto

/// Credentials that live as long as the process. Private keys are sealed here too, under a key of the moment, so that
/// they do not lie about in memory.
public final class MemoryCredentialStore: CredentialStorage {
    private struct Record {
        let credential: PublicKeyCredentialSource
        let sealedKey: [UInt8]
        /// Grows from record to record.
        let sequence: Int
    }

    /// The credentials of an RP ID.
    private struct Scope {
        var records: [[UInt8]: Record] = [:]
        /// IDs of the discoverable ones by user handle.
        var discoverable: [[UInt8]: [UInt8]] = [:]

        /// - Returns: false where another credential has the ID.
        mutating func save(_ record: Record) -> Bool {
            let credential = record.credential
            let replaced = credential.isDiscoverable ? discoverable[credential.user.id] : nil
            guard replaced == credential.id || records[credential.id] == nil else { return false }
            if let replaced { remove(replaced) }
            records[credential.id] = record
            if credential.isDiscoverable { discoverable[credential.user.id] = credential.id }
            return true
        }

        @discardableResult
        mutating func remove(_ id: [UInt8]) -> Bool {
            guard let record = records.removeValue(forKey: id) else { return false }
            if record.credential.isDiscoverable { discoverable[record.credential.user.id] = nil }
            return true
        }
    }

    private struct State {
        var scopes: [String: Scope] = [:]
        var nextSequence = 0
        var signCount: UInt32
    }

    private let sealer = CredentialSealer(key: SystemRandom().secret(AES256GCM.keySize))
    private let state: Mutex<State>

    /// - Parameter signCount: where the signature counter starts.
    public init(signCount: UInt32 = 0) { state = Mutex(State(signCount: signCount)) }

    public func save(
        _ credential: PublicKeyCredentialSource, privateKey: borrowing SecretBytes
    ) throws(CredentialStorageError) {
        let sealedKey: [UInt8]
        do {
            sealedKey = try sealer.seal(privateKey, of: credential)
        } catch {
            throw CredentialStorageError(.inaccessible, "the private key cannot be sealed: \(error)")
        }
        let saved = state.withLock { state in
            let record = Record(credential: credential, sealedKey: sealedKey, sequence: state.nextSequence)
            state.nextSequence += 1
            return state.scopes[credential.rpID, default: Scope()].save(record)
        }
        guard saved else { throw .duplicate(credential) }
    }

    public func credential(rpID: String, id: [UInt8]) -> PublicKeyCredentialSource? {
        state.withLock { $0.scopes[rpID]?.records[id]?.credential }
    }

    public func credentials(rpID: String?) -> [PublicKeyCredentialSource] {
        let records = state.withLock { state in
            if let rpID { return state.scopes[rpID].map { Array($0.records.values) } ?? [] }
            return state.scopes.values.flatMap(\.records.values)
        }
        return records.sorted { $0.sequence > $1.sequence }.map(\.credential)
    }

    public func privateKey(of credential: PublicKeyCredentialSource) throws(CredentialStorageError) -> SecretBytes {
        let sealedKey = state.withLock { $0.scopes[credential.rpID]?.records[credential.id]?.sealedKey }
        guard let sealedKey else { throw .unknown(credential) }
        do {
            return try sealer.open(sealedKey, of: credential)
        } catch {
            throw .brokenSeal(credential)
        }
    }

    @discardableResult
    public func delete(rpID: String, id: [UInt8]) -> Bool {
        state.withLock { $0.scopes[rpID]?.remove(id) ?? false }
    }

    public func signCount() -> UInt32 { state.withLock { $0.signCount } }

    public func nextSignCount() throws(CredentialStorageError) -> UInt32 {
        let next: UInt32? = state.withLock { state in
            let (next, overflow) = state.signCount.addingReportingOverflow(1)
            if overflow { return nil }
            state.signCount = next
            return next
        }
        guard let next else { throw .counterExhausted }
        return next
    }
}
