import Synchronization
import ToqueEncoding

/// The next due time, per tenant and overall.
final class Agenda: Sendable {
    private struct Entry {
        var clock: TenantClock
        var due: Timestamp?
        /// Excluded from the deadlines.
        var isSetAside = false
        /// Set aside for a failure of the database's, until the next look at it.
        var isPassing = false
        var deadline: Timestamp? { isSetAside ? nil : due.flatMap(clock.deadline) }
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var earliest: (tenant: String, deadline: Timestamp)?
    }

    private let state = Mutex(State())
    /// The earliest deadline on the sandbox's clock, emitted on each change.
    let changes: AsyncStream<Timestamp?>
    private let continuation: AsyncStream<Timestamp?>.Continuation

    init() { (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func clock(of tenant: String) -> TenantClock { state.withLock { $0.entries[tenant]?.clock ?? TenantClock() } }

    func setClock(_ clock: TenantClock, of tenant: String) {
        update(tenant) { $0.clock = clock }
    }

    func due(of tenant: String) -> Timestamp? { state.withLock { $0.entries[tenant]?.due } }

    func setDue(_ due: Timestamp?, of tenant: String) {
        update(tenant) {
            $0.due = due
            $0.isSetAside = false
        }
    }

    /// Takes over what the database has. A tenant that is set aside stays so unless its timers changed: its timers
    /// would fail again with each look at the database.
    func adopt(_ clock: TenantClock, due: Timestamp?, of tenant: String) {
        update(tenant) {
            if $0.due != due || $0.isPassing { $0.isSetAside = false }
            ($0.clock, $0.due) = (clock, due)
        }
    }

    /// Excludes a tenant whose due timers fail from the deadlines until its timers change: retrying would starve the
    /// others.
    /// - Parameter isPassing: true if the failure was the database's, which may serve at the next look at it.
    func setAside(_ tenant: String, isPassing: Bool = false) {
        update(tenant) { ($0.isSetAside, $0.isPassing) = (true, isPassing) }
    }

    /// True for a tenant with a clock.
    func contains(_ tenant: String) -> Bool { state.withLock { $0.entries[tenant] != nil } }

    /// - Returns: false if the tenant was not known.
    @discardableResult
    func remove(_ tenant: String) -> Bool {
        guard contains(tenant) else { return false }
        update(tenant) { $0.due = nil }
        return state.withLock { $0.entries.removeValue(forKey: tenant) != nil }
    }

    /// The tenants with due timers.
    func tenantsDue(at base: Timestamp) -> [String] {
        state.withLock { state in
            state.entries.filter { $0.value.deadline.map { $0 <= base } ?? false }.keys.sorted()
        }
    }

    private func update(_ tenant: String, _ change: (inout Entry) -> Void) {
        state.withLock { state in
            var entry = state.entries[tenant] ?? Entry(clock: TenantClock(), due: nil)
            change(&entry)
            state.entries[tenant] = entry
            let before = state.earliest?.deadline
            if state.earliest?.tenant == tenant {
                // It may have moved behind another tenant's.
                state.earliest = state.entries.compactMap { tenant, entry in
                    entry.deadline.map { (tenant, $0) }
                }.min { $0.1 < $1.1 }
            } else if let deadline = entry.deadline, before.map({ deadline < $0 }) ?? true {
                state.earliest = (tenant, deadline)
            }
            if state.earliest?.deadline != before { continuation.yield(state.earliest?.deadline) }
        }
    }

    func finish() { continuation.finish() }
}
