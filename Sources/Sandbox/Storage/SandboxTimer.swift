import ToqueEncoding

/// A scheduled change of an object. Timers are in the database, so that they outlast the process.
public struct SandboxTimer: Sendable, Hashable {
    /// The provider's word for the change.
    public let kind: String
    /// Id of the object that changes.
    public let subject: String
    public let due: Timestamp

    public init(kind: String, subject: String, due: Timestamp) {
        self.kind = kind
        self.subject = subject
        self.due = due
    }

    var json: JSON { ["due": .string(due.description), "kind": .string(kind), "object": .string(subject)] }
}
