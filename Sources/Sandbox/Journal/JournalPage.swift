/// A part of the journal.
public struct JournalPage: Sendable {
    /// Oldest first.
    public let entries: [JournalEntry]
    /// The start of the next page: no matching entry remains before it.
    public let next: Int64
    /// The number of this tenant's requests, with its key, that the journal forgot since its reset.
    public let dropped: Int
}
