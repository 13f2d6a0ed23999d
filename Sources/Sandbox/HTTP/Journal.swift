import Synchronization

/// The last requests, oldest first.
public final class Journal: Sendable {
    private struct Ring {
        var entries: [JournalEntry] = []
        /// Where the oldest entry stands once the ring is full.
        var start = 0
    }

    private let capacity: Int
    private let ring = Mutex(Ring())

    public init(capacity: Int = 1000) { self.capacity = max(1, capacity) }

    func append(_ entry: JournalEntry) {
        ring.withLock { ring in
            if ring.entries.count < capacity {
                ring.entries.append(entry)
            } else {
                ring.entries[ring.start] = entry
                ring.start = (ring.start + 1) % capacity
            }
        }
    }

    public var entries: [JournalEntry] {
        ring.withLock { Array($0.entries[$0.start...] + $0.entries[..<$0.start]) }
    }
}
