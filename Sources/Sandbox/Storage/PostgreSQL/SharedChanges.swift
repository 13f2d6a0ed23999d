import ToqueEncoding

/// Notices what other processes changed in a shared database: events for those who follow, due timers and deliveries of
/// an instance that died, clocks and keys.
final class SharedChanges: Sendable {
    /// The delay before this process notices a change.
    private static let interval = Duration.milliseconds(250)

    private let task: Task<Void, Never>

    init(_ store: SandboxStore, _ journal: any Journal) {
        task = Task {
            var snapshot: String?
            while (try? await Task.sleep(for: Self.interval)) != nil {
                let found: String
                do {
                    found = try await store.snapshot()
                } catch {
                    // Timers that failed meanwhile are tried again.
                    snapshot = nil
                    _ = store.health.covers(error)
                    continue
                }
                // Without requests, too, the end of an outage is noticed.
                if store.health.isOut { _ = await store.fault() }
                if found != snapshot {
                    store.events.send()
                    (journal as? StoredJournal)?.poke()
                }
                // Timers and deliveries fall due without any change.
                try? await store.takeOver(isChanged: found != snapshot)
                snapshot = found
            }
        }
    }

    func stop() async {
        task.cancel()
        await task.value
    }
}

extension SandboxStore {
    /// Differs from an earlier one if a transaction was committed in between. The highest cursor would not do: a
    /// transaction may commit behind another one with higher cursors.
    fileprivate func snapshot() async throws -> String {
        try await access(.everything, isReading: true) {
            try $0.first("SELECT pg_current_snapshot()::text AS snapshot", [])?.text("snapshot") ?? ""
        }
    }

    fileprivate func takeOver(isChanged: Bool) async throws {
        if isChanged { try await refreshAll() }
        let due = try await access(.everything, isReading: true) { session in
            try session.query(
                "SELECT tenant, min(due) AS due FROM delivery WHERE due IS NOT NULL GROUP BY tenant", []
            ).map { (tenant: try $0.text("tenant"), due: try $0.time("due")) }
        }
        for each in due where each.due <= now(of: each.tenant) { deliveries.send(each.tenant) }
    }
}
