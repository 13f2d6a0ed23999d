import ToqueEncoding

/// A message to the receivers of a tenant's webhooks, as the provider made it.
public struct Webhook: Sendable, Hashable {
    /// A UUID, also part of the body where the provider's envelope has it; the same in every delivery.
    public let id: String
    /// Id of the object that it is about: of one object a receiver hears in order.
    public let object: String
    public let body: JSON
    /// `duplicateWebhooks`: it is sent twice. `reorderedWebhooks`: it is held back until the object's next webhook has
    /// been sent, at most for `DeliveryRules.longestHold`. `badlySignedWebhooks`: its first attempt is signed with wrong
    /// secrets. Other faults are none of a webhook's.
    public var faults: [Fault]

    public init(id: String, object: String, body: JSON, faults: [Fault] = []) {
        self.id = id
        self.object = object
        self.body = body
        self.faults = faults
    }
}
