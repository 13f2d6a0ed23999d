import Synchronization

/// The last requests of all tenants, bounded by their number and by the bytes of their contents. A body makes room
/// before its entry does.
public final class Journal: Sendable {
    private struct State {
        var ring: Ring<JournalEntry>
        var lastCursor: Int64 = 0
        /// Bytes of contents that are kept.
        var weight = 0
        /// Up to here contents are dropped.
        var droppedContents: Int64 = 0
        /// Entries that made room, by tenant.
        var dropped: [String: Int] = [:]
        /// Of the tenants that are followed.
        var signals: [String: Signal] = [:]
    }

    private let maximumWeight: Int
    private let state: Mutex<State>
    private let losses: Counter

    /// - Parameters:
    ///   - entries: that are kept at most.
    ///   - bytes: of headers and bodies that are kept at most.
    ///   - losses: counts the entries that made room, of all tenants.
    init(entries: Int = 10_000, bytes: Int = 16 << 20, losses: Counter = Counter()) {
        self.losses = losses
        maximumWeight = bytes
        state = Mutex(State(ring: Ring(capacity: entries)))
    }

    func append(_ entry: JournalEntry) {
        let signal = state.withLock { state in
            var entry = entry
            state.lastCursor += 1
            entry.cursor = state.lastCursor
            state.weight += entry.weight
            if let oldest = state.ring.append(entry) {
                state.weight -= oldest.weight
                state.dropped[oldest.tenant, default: 0] += 1
                losses.add()
            }
            while state.weight > maximumWeight { dropOldestContents(&state) }
            return state.signals[entry.tenant]
        }
        signal?.send()
    }

    private func dropOldestContents(_ state: inout State) {
        let index = state.ring.firstIndex { $0.cursor > state.droppedContents }
        guard index < state.ring.count else { return }
        state.weight -= state.ring[index].weight
        state.ring[index].request.dropContents()
        state.ring[index].answer.dropContents()
        state.droppedContents = state.ring[index].cursor
    }

    /// All that are kept, oldest first.
    public var entries: [JournalEntry] { state.withLock { state in (0..<state.ring.count).map { state.ring[$0] } } }

    /// The entries of one tenant.
    /// - Parameters:
    ///   - cursor: entries after this one.
    ///   - limit: entries at most, 1 or more.
    public func page(
        tenant: String, after cursor: Int64 = 0, limit: Int = 100, where filter: JournalFilter = JournalFilter()
    ) -> JournalPage {
        state.withLock { state in
            var found: [JournalEntry] = []
            var index = state.ring.firstIndex { $0.cursor > cursor }
            while index < state.ring.count, found.count < limit {
                let entry = state.ring[index]
                if entry.tenant == tenant, filter.matches(entry) { found.append(entry) }
                index += 1
            }
            let isAtEnd = index == state.ring.count
            let next = isAtEnd ? max(cursor, state.lastCursor) : found.last?.cursor ?? cursor
            return JournalPage(entries: found, next: next, dropped: state.dropped[tenant] ?? 0)
        }
    }

    /// How many entries of a tenant match, and whether these are all that ever matched: false once any was forgotten.
    public func count(
        tenant: String, where filter: JournalFilter = JournalFilter()
    ) -> (count: Int, isComplete: Bool) {
        let page = page(tenant: tenant, limit: .max, where: filter)
        return (page.entries.count, page.dropped == 0)
    }

    /// Forgets a tenant's requests, and that it forgot any. Cursors go on from where they are.
    public func reset(tenant: String) {
        state.withLock { state in
            state.weight -= state.ring.removeAll { $0.tenant == tenant }.reduce(0) { $0 + $1.weight }
            state.dropped[tenant] = nil
        }
    }

    /// A signal after each request of the tenant, from now on; take the next `page` at each. Ends with the sandbox.
    public func follow(tenant: String) -> AsyncStream<Void> {
        let signal = state.withLock { state in
            let signal = state.signals[tenant] ?? Signal()
            state.signals[tenant] = signal
            return signal
        }
        return signal.subscribe()
    }

    /// Ends what follows.
    func finish() {
        for signal in state.withLock({ Array($0.signals.values) }) { signal.finish() }
    }
}
