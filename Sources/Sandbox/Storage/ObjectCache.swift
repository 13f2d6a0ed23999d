import Synchronization

/// Decoded objects that were recently read or written, because repeated reads of a document dominate an operation's
/// cost. Used together with the database, by one operation of a tenant at a time.
final class ObjectCache: Sendable {
    struct Key: Hashable, Sendable {
        let tenant: String
        let kind: String
        let id: String
    }

    private struct Entry {
        let value: any Sendable
        /// The tenant's epoch when it was stored.
        let epoch: Int
    }

    private struct State {
        /// Two generations: objects not used while the younger one fills are dropped with the older one.
        var young: [Key: Entry] = [:]
        var old: [Key: Entry] = [:]
        /// Entries of a tenant's earlier epochs do not count.
        var epochs: [String: Int] = [:]
        /// Tenants whose entries include, since the last commit, objects that a rollback undoes.
        var uncommitted: Set<String> = []
        /// Of the database's content that the entries show.
        var revisions: [String: Int64] = [:]
        /// The number of the database's lost connections before the entries were read.
        var losses = 0

        mutating func forget(_ tenant: String) {
            epochs[tenant, default: 0] += 1
            revisions[tenant] = nil
        }
    }

    /// Entries of one generation.
    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = 512) { self.capacity = capacity }

    subscript(key: Key) -> (any Sendable)? {
        state.withLock { state in
            guard let entry = state.young[key] ?? state.old[key], entry.epoch == state.epochs[key.tenant] ?? 0 else {
                return nil
            }
            if state.young[key] == nil { insert(entry.value, key, &state) }
            return entry.value
        }
    }

    /// Stores an object from the database.
    func insert(_ value: any Sendable, for key: Key) { state.withLock { insert(value, key, &$0) } }

    /// Stores an object written to the database; nil if its decoded value is not known.
    func replace(_ value: (any Sendable)?, for key: Key) {
        state.withLock { state in
            state.uncommitted.insert(key.tenant)
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
        state.young[key] = Entry(value: value, epoch: state.epochs[key.tenant] ?? 0)
    }

    /// The tenant's writes are durable.
    func commit(_ tenant: String) { state.withLock { _ = $0.uncommitted.remove(tenant) } }

    /// An operation of the tenant was rolled back, or all of its operations since the last commit.
    func rollBack(_ tenant: String) {
        state.withLock { state in
            if state.uncommitted.contains(tenant) { state.forget(tenant) }
        }
    }

    /// The tenant's objects are written by other means.
    func removeAll(of tenant: String) {
        state.withLock { state in
            state.uncommitted.insert(tenant)
            state.forget(tenant)
        }
    }

    // MARK: Of a shared database

    /// Forgets the tenant's objects if another process changed them; all tenants' after the loss of a connection,
    /// because a server that takes over without the last commits counts the same revisions again.
    /// - Parameters:
    ///   - revision: the database's.
    ///   - losses: of connections, before the revision was read.
    func validate(_ tenant: String, revision: Int64, losses: Int = 0) {
        state.withLock { state in
            if losses > state.losses {
                (state.young, state.old, state.revisions) = ([:], [:], [:])
                state.losses = losses
            }
            // Read before the latest loss.
            guard losses == state.losses else { return state.forget(tenant) }
            guard state.revisions[tenant] != revision else { return }
            state.forget(tenant)
            state.revisions[tenant] = revision
        }
    }

    /// This operation gives the tenant's objects this revision.
    func expect(_ tenant: String, revision: Int64) { state.withLock { $0.revisions[tenant] = revision } }
}
