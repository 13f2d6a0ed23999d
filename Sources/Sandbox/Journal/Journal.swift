import Synchronization

/// The last requests of each tenant. What one tenant does makes room in its own journal alone. So do the requests that
/// are nobody's, such as those with a wrong key: whoever sends them can push nobody else's out.
public final class Journal: Sendable {
    private struct State {
        var tenants: [String: JournalRing] = [:]
        /// Requests without a key that is taken.
        var strays: JournalRing
        /// Of each tenant, as many as there are.
        var limits: JournalRing.Limits
        var lastCursor: Int64 = 0
        /// Entries that made room, by tenant.
        var dropped: [String: Int] = [:]
        /// The statuses of the strays that made room, by tenant.
        var lostStrays: [String: Set<Int>] = [:]
        /// Of the tenants that are followed.
        var signals: [String: Signal] = [:]
    }

    /// Of one tenant.
    private let limits: JournalRing.Limits
    /// Of all tenants, however many there are.
    private let total: JournalRing.Limits
    private let state: Mutex<State>
    private let losses: Counter

    /// - Parameters:
    ///   - limits: of each tenant's journal.
    ///   - tenants: as many may fill theirs; where there are more, each keeps less.
    ///   - strays: limits of what is nobody's.
    ///   - losses: counts the entries that made room, of all tenants.
    init(
        _ limits: JournalRing.Limits = .init(entries: 10_000, bytes: 16 << 20), tenants: Int = 4,
        strays: JournalRing.Limits = .init(entries: 1_000, bytes: 1 << 20), losses: Counter = Counter()
    ) {
        self.limits = limits
        total = JournalRing.Limits(entries: limits.entries * tenants, bytes: limits.bytes * tenants)
        self.losses = losses
        state = Mutex(State(strays: JournalRing(strays), limits: limits))
    }

    func append(_ entry: JournalEntry) {
        let signal = state.withLock { state in
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
            return state.signals[entry.tenant]
        }
        signal?.send()
    }

    private func add(_ tenant: String, to state: inout State) {
        setLimits(of: state.tenants.count + 1, &state)
        state.tenants[tenant] = JournalRing(state.limits)
    }

    /// Shares the room among so many tenants.
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

    /// All that are kept, oldest first.
    public var entries: [JournalEntry] {
        state.withLock { state in state.tenants.values.flatMap(\.entries) + state.strays.entries }
            .sorted { $0.cursor < $1.cursor }
    }

    /// The entries of one tenant, with the strays that stand in its journal.
    /// - Parameters:
    ///   - cursor: entries after this one.
    ///   - limit: entries at most, 1 or more.
    public func page(
        tenant: String, after cursor: Int64 = 0, limit: Int = 100, where filter: JournalFilter = JournalFilter()
    ) -> JournalPage {
        state.withLock { state in
            var own = state.tenants[tenant]?.walk(after: cursor)
            var strays = state.strays.walk(after: cursor)
            /// The older one of the two that come next.
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

    /// How many entries of a tenant match, and whether these are all that ever matched: false once any was forgotten
    /// that might have.
    public func count(
        tenant: String, where filter: JournalFilter = JournalFilter()
    ) -> (count: Int, isComplete: Bool) {
        let page = page(tenant: tenant, limit: .max, where: filter)
        let lostStrays = state.withLock { $0.lostStrays[tenant] ?? [] }
        return (page.entries.count, page.dropped == 0 && !lostStrays.contains(where: filter.admits))
    }

    /// Forgets a tenant's requests, and that it forgot any. Cursors go on from where they are.
    public func reset(tenant: String) {
        state.withLock { state in
            state.tenants[tenant]?.removeAll { _ in true }
            state.strays.removeAll { $0.tenant == tenant }
            state.dropped[tenant] = nil
            state.lostStrays[tenant] = nil
        }
    }

    /// Forgets a tenant that is gone, which leaves more room to the others.
    func remove(tenant: String) {
        reset(tenant: tenant)
        state.withLock { state in
            guard state.tenants.removeValue(forKey: tenant) != nil else { return }
            setLimits(of: state.tenants.count, &state)
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
