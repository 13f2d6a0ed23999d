import Synchronization

/// Keys whose first request is in progress. No request outlasts its process, so memory suffices.
final class KeysUnderWay: Sendable {
    /// The time at which each response has left; nil while it is being made.
    private let keys = Mutex<[String: ContinuousClock.Instant?]>([:])

    func contains(_ key: String) -> Bool {
        keys.withLock { keys in
            guard let end = keys[key] else { return false }
            return end.map { ContinuousClock.now < $0 } ?? true
        }
    }

    /// - Returns: false if the key's request is in progress.
    func begin(_ key: String) -> Bool {
        keys.withLock { keys in
            let now = ContinuousClock.now
            keys = keys.filter { $0.value.map { now < $0 } ?? true }
            guard keys[key] == nil else { return false }
            keys.updateValue(nil, forKey: key)
            return true
        }
    }

    /// - Parameter delay: until the response leaves.
    func end(_ key: String, after delay: Duration) {
        let end = ContinuousClock.now + delay
        keys.withLock { $0[key] = delay > .zero ? .some(end) : .none }
    }
}
