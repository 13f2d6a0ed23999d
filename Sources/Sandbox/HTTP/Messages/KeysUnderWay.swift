import Synchronization
import ToqueEncoding

/// Idempotency keys whose first request is in progress. No request outlasts its process, so memory suffices, unless
/// other processes get requests too.
final class KeysUnderWay: Sendable {
    /// How long a key is in progress for other processes if the process of its request died. If a request takes longer,
    /// its repetition is not refused but waits for the tenant, and gets the first response.
    private static let lease = Duration.seconds(5)

    /// The time at which each response has left, by tenant and key; nil while it is being made.
    private let keys = Mutex<[[String]: ContinuousClock.Instant?]>([:])
    private let store: SandboxStore

    init(_ store: SandboxStore) { self.store = store }

    func contains(_ key: String, of tenant: String) async throws -> Bool {
        if store.isShared { return try await store.hasClaim(Self.name(key), of: tenant, at: .now()) }
        return keys.withLock { keys in
            guard let end = keys[[tenant, key]] else { return false }
            return end.map { ContinuousClock.now < $0 } ?? true
        }
    }

    /// - Returns: false if the key's request is in progress.
    func begin(_ key: String, of tenant: String) async throws -> Bool {
        if store.isShared {
            let now = Timestamp.now()
            return try await store.claim(Self.name(key), of: tenant, at: now, until: now + Self.lease)
        }
        return keys.withLock { keys in
            let now = ContinuousClock.now
            keys = keys.filter { $0.value.map { now < $0 } ?? true }
            guard keys[[tenant, key]] == nil else { return false }
            keys.updateValue(nil, forKey: [tenant, key])
            return true
        }
    }

    /// - Parameter delay: until the response leaves.
    func end(_ key: String, of tenant: String, after delay: Duration) async throws {
        if store.isShared { return try await store.release(Self.name(key), of: tenant, at: .now() + delay) }
        let end = ContinuousClock.now + delay
        keys.withLock { $0[[tenant, key]] = delay > .zero ? .some(end) : .none }
    }

    private static func name(_ key: String) -> String { StoredClaim.realTimePrefix + key }
}
