import Synchronization

/// Joins new runs of requests to the newest one that a page shows.
final class LiveRuns: Sendable {
    private let newest: Mutex<RequestRun?>

    /// - Parameter newest: the newest run of the page; nil for an empty one.
    init(_ newest: RequestRun?) { self.newest = Mutex(newest) }

    /// - Parameter runs: that came since the last call, newest first.
    /// - Returns: the runs that are new or have grown, newest first.
    func take(_ runs: [RequestRun]) -> [RequestRun] {
        newest.withLock { newest in
            var changed = runs
            if let oldest = runs.last, var grown = newest, grown.takeNewer(oldest) {
                changed[changed.count - 1] = grown
            }
            newest = changed.first ?? newest
            return changed
        }
    }
}
