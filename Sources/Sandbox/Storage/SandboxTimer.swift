import ToqueEncoding

/// Something that is to happen to an object at a time. Timers live in the database, so that they outlast the process.
public struct SandboxTimer: Sendable, Hashable {
    /// The provider's word for what happens.
    public let kind: String
    /// Id of the object that it happens to.
    public let subject: String
    public let due: Timestamp

    public init(kind: String, subject: String, due: Timestamp) {
        self.kind = kind
        self.subject = subject
        self.due = due
    }
}
