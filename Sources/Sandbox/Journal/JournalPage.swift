/// A part of the journal.
public struct JournalPage: Sendable {
    /// Oldest first.
    public let entries: [JournalEntry]
    /// Where the next page begins: nothing up to here is left that would have matched.
    public let next: Int64
    /// How many requests of this tenant, with its key, the journal has forgotten since it was reset.
    public let dropped: Int
}
