/// A request, or several equal polls in a row, which lists show once.
struct JournalRun: Sendable {
    /// The oldest cursor, which stays the same while the run grows.
    private(set) var first: Int64
    /// The newest request.
    let entry: JournalEntry
    private(set) var count = 1
    private let key: PollKey?

    init(_ entry: JournalEntry) {
        first = entry.cursor
        self.entry = entry
        key = PollKey(entry)
    }

    /// - Returns: false if the entry does not belong to the run.
    mutating func takeOlder(_ older: JournalEntry) -> Bool {
        guard let key, key == PollKey(older) else { return false }
        first = older.cursor
        count += 1
        return true
    }
}

/// A search of the journal, newest first.
struct JournalSearch: Sendable {
    /// The bounds of a search.
    struct Range: Sendable {
        /// Entries after this cursor.
        var after: Int64 = 0
        /// Entries before this cursor.
        var before: Int64 = .max
        /// The maximum number of runs.
        var limit: Int
        /// The maximum number of entries that are looked at, because a search for rare ones takes time.
        var depth: Int = JournalSearch.maximumDepth
        /// True if equal polls in a row are one run; otherwise each entry is a run of its own.
        var foldsPolls = false
    }

    static let maximumDepth = 10_000

    private(set) var runs: [JournalRun] = []
    /// Where the next, older part begins: before this cursor; nil at the end of the journal.
    private(set) var next: Int64?
    /// The newest entry that was looked at, or the cursor after which the search ended.
    private(set) var last: Int64

    /// The number of entries read at a time, so that the journal is never locked for long.
    private static let chunk = 100

    init(
        _ journal: any Journal, tenant: String, _ range: Range, where filter: JournalFilter
    ) async throws {
        last = range.after
        var (end, left) = (range.before, range.depth)
        while left > 0 {
            let entries = try await journal.newest(
                tenant: tenant, after: range.after, before: end, limit: min(Self.chunk, left))
            guard let newest = entries.first?.cursor, let oldest = entries.last?.cursor else { return }
            last = max(last, newest)
            for entry in entries where filter.matches(entry) {
                if range.foldsPolls, let index = runs.indices.last, runs[index].takeOlder(entry) { continue }
                guard runs.count < range.limit else {
                    next = runs.last?.first
                    return
                }
                runs.append(JournalRun(entry))
            }
            (end, left) = (oldest, left - entries.count)
        }
        let isAtEnd = try await journal.newest(
            tenant: tenant, after: range.after, before: end, limit: 1
        ).isEmpty
        next = isAtEnd ? nil : end
    }
}
