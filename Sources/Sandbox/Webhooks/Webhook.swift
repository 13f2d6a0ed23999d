import ToqueEncoding

/// A notice to everybody who asked for the tenant's notices.
public struct Webhook: Sendable, Hashable {
    /// A UUID, also part of the body where the provider's envelope has it.
    public var id: String
    /// The object that it is about: notices about one object arrive in the order in which they were sent.
    public var object: String
    /// What is posted.
    public var body: JSON
    /// Of the object's scenario.
    public var faults: [Fault]

    public init(id: String, object: String, body: JSON, faults: [Fault] = []) {
        self.id = id
        self.object = object
        self.body = body
        self.faults = faults
    }
}
