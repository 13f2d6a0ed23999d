import Sandbox

/// A request, or several equal polls in a row, which lists show once.
struct RequestRun: Sendable {
    /// The oldest cursor, which stays the same while the run grows.
    private(set) var first: Int64
    /// The newest request.
    private(set) var entry: JournalEntry
    private(set) var count = 1
    private let key: PollKey?

    init(_ entry: JournalEntry) {
        first = entry.cursor
        self.entry = entry
        key = PollKey(entry)
    }

    /// - Returns: false if the entry does not belong to the run.
    mutating func takeNewer(_ newer: JournalEntry) -> Bool {
        guard let key, key == PollKey(newer) else { return false }
        entry = newer
        count += 1
        return true
    }

    /// - Returns: false if the entry does not belong to the run.
    mutating func takeOlder(_ older: JournalEntry) -> Bool {
        guard let key, key == PollKey(older) else { return false }
        first = older.cursor
        count += 1
        return true
    }
}

/// A part of the journal as runs, newest first.
struct RequestRuns: Sendable {
    private(set) var runs: [RequestRun] = []
    /// Where the next, older part begins: before this cursor; nil at the end of the journal.
    private(set) var next: Int64?

    /// The number of entries read at a time, so that the journal is never locked for long.
    private static let chunk = 500

    /// - Parameters:
    ///   - cursor: entries before this one.
    ///   - limit: the number of runs.
    init(_ journal: Journal, tenant: String, before cursor: Int64 = .max, limit: Int, where filter: JournalFilter) {
        var last = cursor
        while case let entries = journal.newest(tenant: tenant, before: last, limit: Self.chunk), !entries.isEmpty {
            for entry in entries where filter.matches(entry) {
                if let index = runs.indices.last, runs[index].takeOlder(entry) { continue }
                guard runs.count < limit else {
                    next = runs.last?.first
                    return
                }
                runs.append(RequestRun(entry))
            }
            last = entries.last?.cursor ?? 0
        }
    }
}
