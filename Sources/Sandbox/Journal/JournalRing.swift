/// The latest entries of one owner, within limits. Bodies are dropped before their entries.
struct JournalRing {
    /// The limits.
    struct Limits: Hashable {
        var entries: Int
        /// Of headers and bodies.
        var bytes: Int

        /// The limits of each of this number of owners, so that all together keep no more than this. The number is
        /// rounded up to a power of two, so that limits change rarely as owners come and go.
        func share(of owners: Int) -> Limits {
            var parts = 1
            while parts < owners { parts *= 2 }
            return Limits(entries: max(1, entries / parts), bytes: bytes / parts)
        }
    }

    private var ring: Ring<JournalEntry>
    private var maximumBytes: Int
    /// Bytes of kept contents.
    private var weight = 0
    /// Contents up to here are dropped.
    private var droppedContents: Int64 = 0

    init(_ limits: Limits) {
        ring = Ring(capacity: limits.entries)
        maximumBytes = limits.bytes
    }

    /// Oldest first.
    var entries: [JournalEntry] { (0..<ring.count).map { ring[$0] } }

    /// Iterates over the entries after a cursor, oldest first.
    func walk(after cursor: Int64) -> Walk { Walk(ring: ring, index: ring.firstIndex { $0.cursor > cursor }) }

    /// Iterates over the entries before a cursor, newest first.
    func walk(before cursor: Int64) -> Walk {
        Walk(ring: ring, index: ring.firstIndex { $0.cursor >= cursor } - 1, step: -1)
    }

    struct Walk {
        fileprivate let ring: Ring<JournalEntry>
        fileprivate var index: Int
        fileprivate var step = 1

        /// The next entry; nil at the end.
        var next: JournalEntry? { ring.indices.contains(index) ? ring[index] : nil }
        mutating func advance() { index += step }
    }

    /// - Returns: the displaced entry.
    mutating func append(_ entry: JournalEntry) -> JournalEntry? {
        let oldest = ring.append(entry)
        weight += entry.weight - (oldest?.weight ?? 0)
        dropContents()
        return oldest
    }

    /// - Returns: the entries that no longer fit.
    mutating func setLimits(_ limits: Limits) -> [JournalEntry] {
        let dropped = ring.setCapacity(limits.entries)
        weight -= dropped.reduce(0) { $0 + $1.weight }
        maximumBytes = limits.bytes
        dropContents()
        return dropped
    }

    /// - Returns: the removed entries.
    mutating func removeAll(where condition: (JournalEntry) -> Bool) -> [JournalEntry] {
        let removed = ring.removeAll(where: condition)
        weight -= removed.reduce(0) { $0 + $1.weight }
        return removed
    }

    private mutating func dropContents() {
        var index = ring.firstIndex { $0.cursor > droppedContents }
        while weight > maximumBytes, index < ring.count {
            weight -= ring[index].weight
            ring[index].request.dropContents()
            ring[index].answer.dropContents()
            droppedContents = ring[index].cursor
            index += 1
        }
    }
}
