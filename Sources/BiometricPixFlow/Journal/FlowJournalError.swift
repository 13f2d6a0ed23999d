/// Why a journal cannot be used: what happened, where, and how to fix it. What is kept is left as it is.
public struct FlowJournalError: Error, Sendable, Hashable, CustomStringConvertible {
    public let description: String
}
