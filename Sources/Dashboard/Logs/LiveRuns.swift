import Sandbox
import Synchronization

/// Folds new requests into runs, on from the newest run that a page shows.
final class LiveRuns: Sendable {
    private let newest: Mutex<RequestRun?>

    init(_ journal: Journal, tenant: String, after cursor: Int64, where filter: JournalFilter) {
        let before = cursor < .max ? cursor + 1 : .max
        newest = Mutex(RequestRuns(journal, tenant: tenant, before: before, limit: 1, where: filter).runs.first)
    }

    /// - Parameter entries: oldest first.
    /// - Returns: the runs that are new or have grown, oldest first.
    func take(_ entries: [JournalEntry]) -> [RequestRun] {
        newest.withLock { newest in
            var changed: [RequestRun] = []
            for entry in entries {
                if newest?.takeNewer(entry) ?? false {
                    if let run = newest {
                        if changed.last?.first == run.first { changed.removeLast() }
                        changed.append(run)
                    }
                } else {
                    let run = RequestRun(entry)
                    newest = run
                    changed.append(run)
                }
            }
            return changed
        }
    }
}
