import ToqueEncoding

/// A message to a tenant's webhook receivers, as made by the provider.
public struct Webhook: Sendable, Hashable {
    /// A UUID, also in the body if the provider's envelope includes it; the same in every delivery.
    public let id: String
    /// Id of the object it reports on: a receiver gets an object's webhooks in order.
    public let object: String
    public let body: JSON
    /// With `duplicateWebhooks` it is sent twice. With `reorderedWebhooks` it is held until the object's next webhook
    /// has been sent, at most for `DeliveryRules.longestHold`. With `badlySignedWebhooks` its first attempt is signed
    /// with wrong secrets. Other faults do not affect webhooks.
    public var faults: [Fault]

    public init(id: String, object: String, body: JSON, faults: [Fault] = []) {
        self.id = id
        self.object = object
        self.body = body
        self.faults = faults
    }
}
