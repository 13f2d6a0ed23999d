import Synchronization

/// Objects as the provider reads them, of those that were read or put lately: to read a document again and again is
/// most of what an operation costs. Used where the database is used, by one operation at a time.
final class ObjectCache: Sendable {
    struct Key: Hashable, Sendable {
        let tenant: String
        let kind: String
        let id: String
    }

    private struct State {
        /// Two generations: what nobody asks for while the younger one fills goes with the older one.
        var young: [Key: any Sendable] = [:]
        var old: [Key: any Sendable] = [:]
        /// Since the last commit there may be objects here that a rollback takes back.
        var isUncommitted = false

        mutating func forget() {
            young = [:]
            old = [:]
        }
    }

    /// Of a generation.
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

    /// Keeps what the database holds.
    func insert(_ value: any Sendable, for key: Key) { state.withLock { insert(value, key, &$0) } }

    /// Keeps what is written to the database; nil where that is not known as a value.
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

    /// What was written is durable.
    func commit() { state.withLock { $0.isUncommitted = false } }

    /// An operation was taken back, or all since the last commit.
    func rollBack() {
        state.withLock { state in
            if state.isUncommitted { state.forget() }
        }
    }

    /// Objects are written by other ways.
    func removeAll() {
        state.withLock { state in
            state.isUncommitted = true
            state.forget()
        }
    }
}
