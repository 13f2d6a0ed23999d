import Synchronization
import ToqueEncoding

/// The latest requests of each tenant. A tenant's requests displace only its own older ones. Requests without a tenant,
/// such as those with a wrong key, have their own limits too, so that their senders cannot displace anyone's entries.
final class MemoryJournal: Journal {
    private struct State {
        var tenants: [String: JournalRing] = [:]
        /// Requests without an accepted key.
        var strays: JournalRing
        /// One for each tenant, however many there are.
        var limits: JournalRing.Limits
        var lastCursor: Int64 = 0
        /// The number of displaced entries, by tenant.
        var dropped: [String: Int] = [:]
        /// The statuses of displaced strays, by tenant.
        var lostStrays: [String: Set<Int>] = [:]
    }

    /// For one tenant.
    private let limits: JournalRing.Limits
    /// For all tenants together.
    private let total: JournalRing.Limits
    private let state: Mutex<State>
    private let losses: Counter
    private let isTenant: @Sendable (String) -> Bool
    private let signals = JournalSignals()

    /// - Parameters:
    ///   - cursor: before the first entry's. A restarted sandbox begins after its earlier cursors, so that a client that
    ///     reconnects with its last entry's misses nothing and sees nothing twice.
    ///   - limits: of each tenant's journal.
    ///   - tenants: the number of tenants that may fill their journals; with more tenants, each keeps less.
    ///   - strays: limits of requests without a tenant.
    ///   - losses: counts the displaced entries of all tenants.
    ///   - isTenant: false for a tenant whose key was removed: its requests in progress leave no entry.
    init(
        after cursor: Int64 = 0, _ limits: JournalRing.Limits = .init(entries: 10_000, bytes: 16 << 20),
        tenants: Int = 4,
        strays: JournalRing.Limits = .init(entries: 1_000, bytes: 1 << 20), losses: Counter = Counter(),
        isTenant: @escaping @Sendable (String) -> Bool = { _ in true }
    ) {
        self.limits = limits
        total = JournalRing.Limits(entries: limits.entries * tenants, bytes: limits.bytes * tenants)
        self.losses = losses
        self.isTenant = isTenant
        state = Mutex(State(strays: JournalRing(strays), limits: limits, lastCursor: cursor))
    }

    func append(_ entry: JournalEntry) {
        let isKept = state.withLock { state -> Bool in
            // Under the lock, because `remove` follows the end of the key.
            guard isTenant(entry.tenant) else { return false }
            var entry = entry
            state.lastCursor += 1
            entry.cursor = state.lastCursor
            if entry.isStray {
                if let oldest = state.strays.append(entry) {
                    state.lostStrays[oldest.tenant, default: []].insert(oldest.status)
                    losses.add()
                }
            } else {
                if state.tenants[entry.tenant] == nil { add(entry.tenant, to: &state) }
                if let oldest = state.tenants[entry.tenant]?.append(entry) { forget([oldest], &state) }
            }
            return true
        }
        if isKept { signals.send(entry.tenant) }
    }

    private func add(_ tenant: String, to state: inout State) {
        setLimits(of: state.tenants.count + 1, &state)
        state.tenants[tenant] = JournalRing(state.limits)
    }

    /// Divides the room among this number of tenants.
    private func setLimits(of count: Int, _ state: inout State) {
        let share = total.share(of: count)
        let new = JournalRing.Limits(
            entries: min(limits.entries, share.entries), bytes: min(limits.bytes, share.bytes))
        guard new != state.limits else { return }
        state.limits = new
        for tenant in state.tenants.keys { forget(state.tenants[tenant]?.setLimits(new) ?? [], &state) }
    }

    private func forget(_ entries: [JournalEntry], _ state: inout State) {
        for entry in entries { state.dropped[entry.tenant, default: 0] += 1 }
        losses.add(entries.count)
    }

    var entries: [JournalEntry] {
        state.withLock { state in state.tenants.values.flatMap(\.entries) + state.strays.entries }
            .sorted { $0.cursor < $1.cursor }
    }

    func page(
        tenant: String, after cursor: Int64 = 0, limit: Int = 100, where filter: JournalFilter = JournalFilter()
    ) -> JournalPage {
        state.withLock { state in
            var own = state.tenants[tenant]?.walk(after: cursor)
            var strays = state.strays.walk(after: cursor)
            /// The older of the two next entries.
            func takeNext() -> JournalEntry? {
                guard let stray = strays.next else {
                    defer { own?.advance() }
                    return own?.next
                }
                guard let entry = own?.next, entry.cursor < stray.cursor else {
                    strays.advance()
                    return stray
                }
                own?.advance()
                return entry
            }
            var found: [JournalEntry] = []
            while found.count < limit, let entry = takeNext() {
                if entry.tenant == tenant, filter.matches(entry) { found.append(entry) }
            }
            let isAtEnd = own?.next == nil && strays.next == nil
            let next = isAtEnd ? max(cursor, state.lastCursor) : found.last?.cursor ?? cursor
            return JournalPage(entries: found, next: next, dropped: state.dropped[tenant] ?? 0)
        }
    }

    func newest(
        tenant: String, after start: Int64 = 0, before end: Int64 = .max, limit: Int
    ) -> [JournalEntry] {
        state.withLock { state in
            var own = state.tenants[tenant]?.walk(before: end)
            var strays = state.strays.walk(before: end)
            var found: [JournalEntry] = []
            while found.count < limit {
                let (entry, stray) = (own?.next, strays.next)
                guard max(entry?.cursor ?? .min, stray?.cursor ?? .min) > start else { break }
                if let stray, stray.cursor > entry?.cursor ?? .min {
                    strays.advance()
                    if stray.tenant == tenant { found.append(stray) }
                } else if let entry {
                    own?.advance()
                    found.append(entry)
                }
            }
            return found
        }
    }

    func entry(_ id: String, tenant: String) -> JournalEntry? {
        if let cursor = Int64(id), cursor < .max,
            let entry = newest(tenant: tenant, before: cursor + 1, limit: 1).first, entry.cursor == cursor
        {
            return entry
        }
        var last = Int64.max
        while case let entries = newest(tenant: tenant, before: last, limit: 500), let end = entries.last?.cursor {
            if let entry = entries.first(where: { $0.requestID == id }) { return entry }
            last = end
        }
        return nil
    }

    func count(
        tenant: String, where filter: JournalFilter = JournalFilter()
    ) -> (count: Int, isComplete: Bool) {
        let page = page(tenant: tenant, limit: .max, where: filter)
        let lostStrays = state.withLock { $0.lostStrays[tenant] ?? [] }
        return (page.entries.count, page.dropped == 0 && !lostStrays.contains(where: filter.admits))
    }

    func reset(tenant: String) {
        state.withLock { state in
            _ = state.tenants[tenant]?.removeAll { _ in true }
            _ = state.strays.removeAll { $0.tenant == tenant }
            state.dropped[tenant] = nil
            state.lostStrays[tenant] = nil
        }
    }

    func prune(tenant: String, before time: Timestamp) {
        state.withLock { state in
            forget(state.tenants[tenant]?.removeAll { $0.time < time } ?? [], &state)
            for stray in state.strays.removeAll(where: { $0.tenant == tenant && $0.time < time }) {
                state.lostStrays[tenant, default: []].insert(stray.status)
                losses.add()
            }
        }
    }

    /// Leaves more room to the other tenants.
    func remove(tenant: String) {
        reset(tenant: tenant)
        state.withLock { state in
            guard state.tenants.removeValue(forKey: tenant) != nil else { return }
            setLimits(of: state.tenants.count, &state)
        }
    }

    func follow(tenant: String) -> AsyncStream<Void> { signals.follow(tenant) }

    func finish() { signals.finish() }
}
