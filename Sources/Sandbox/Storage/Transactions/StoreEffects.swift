import ToqueEncoding

/// The effects of due timers and an operation, to count and announce once they are durable.
struct StoreEffects: Sendable {
    /// The number of applied timers.
    var timers = 0
    var events = 0
    var changes = Transaction.Changes()
    /// The tenant's next due timer, if timers changed.
    var nextDue: Timestamp?
    /// The reason why the last timer could not be applied.
    var failure: (any Error)?

    init() {}

    init(_ transaction: Transaction) {
        events = transaction.eventCount
        changes = transaction.changes
    }

    mutating func add(_ other: StoreEffects) {
        timers += other.timers
        events += other.events
        changes.formUnion(other.changes)
    }
}
