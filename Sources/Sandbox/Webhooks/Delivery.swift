import ToqueEncoding

/// A webhook's delivery to one endpoint, pending or completed: an entry of the delivery log.
public struct Delivery: Sendable, Hashable {
    /// Grows with each delivery.
    public let cursor: Int64
    /// Id of the webhook; replays and duplicates have the same.
    public let webhook: String
    /// Id of the endpoint, which may have been removed.
    public let endpoint: String
    public let url: String
    public let object: String
    public let body: JSON
    public let state: DeliveryState
    /// Each attempt's `DeliveryAttempt.json`.
    public let attempts: [JSON]
    /// The tenant's time at which the next attempt is due; nil if there is none, or if the object's earlier webhook
    /// comes first.
    public let due: Timestamp?

    public var id: String { String(cursor) }

    public var json: JSON {
        [
            "cursor": .int(cursor), "id": .string(id), "webhook": .string(webhook), "endpoint": .string(endpoint),
            "url": .string(url), "object": .string(object), "body": body, "state": .string(state.rawValue),
            "attempts": .array(attempts), "due": due.map { .string($0.description) } ?? .null,
        ]
    }
}

/// The state of a delivery.
public enum DeliveryState: String, Sendable, CaseIterable {
    /// More attempts follow.
    case pending
    /// The receiver responded with 2xx in time.
    case delivered
    /// The last attempt failed, or the endpoint was removed. The object's next webhook proceeds.
    case failed
}
