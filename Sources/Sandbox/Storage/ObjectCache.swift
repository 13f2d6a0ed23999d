import Synchronization

/// Decoded objects that were recently read or written, because repeated reads of a document dominate an operation's
/// cost. Used together with the database, by one operation at a time.
final class ObjectCache: Sendable {
    struct Key: Hashable, Sendable {
        let tenant: String
        let kind: String
        let id: String
    }

    private struct State {
        /// Two generations: objects not used while the younger one fills are dropped with the older one.
        var young: [Key: any Sendable] = [:]
        var old: [Key: any Sendable] = [:]
        /// Since the last commit, it may hold objects that a rollback undoes.
        var isUncommitted = false

        mutating func forget() {
            young = [:]
            old = [:]
        }
    }

    /// Entries of one generation.
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = 512) { self.capacity = capacity }

    subscript(key: Key) -> (any Sendable)? {
        state.withLock { state in
            if let value = state.young[key] { return value }
            guard let value = state.old[key] else { return nil }
            insert(value, key, &state)
            return value
        }
    }

    /// Stores an object from the database.
    func insert(_ value: any Sendable, for key: Key) { state.withLock { insert(value, key, &$0) } }

    /// Stores an object written to the database; nil if its decoded value is not known.
    func replace(_ value: (any Sendable)?, for key: Key) {
        state.withLock { state in
            state.isUncommitted = true
            state.young[key] = nil
            state.old[key] = nil
            if let value { insert(value, key, &state) }
        }
    }

    private func insert(_ value: any Sendable, _ key: Key, _ state: inout State) {
        if state.young.count >= capacity {
            state.old = state.young
            state.young = [:]
        }
        state.young[key] = value
    }

    /// The writes are durable.
    func commit() { state.withLock { $0.isUncommitted = false } }

    /// An operation was rolled back, or all operations since the last commit.
    func rollBack() {
        state.withLock { state in
            if state.isUncommitted { state.forget() }
        }
    }

    /// Objects are written by other means.
    func removeAll() {
        state.withLock { state in
            state.isUncommitted = true
            state.forget()
        }
    }
}
