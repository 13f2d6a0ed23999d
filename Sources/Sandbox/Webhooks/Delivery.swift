import ToqueEncoding

/// A webhook on its way to one endpoint, or there: a line of the log of deliveries.
public struct Delivery: Sendable, Hashable {
    /// Grows from one delivery to the next.
    public let cursor: Int64
    /// Id of the webhook; a replay and a duplicate have the same.
    public let webhook: String
    /// Id of the endpoint, which may have been removed since.
    public let endpoint: String
    public let url: String
    public let object: String
    public let body: JSON
    public let state: DeliveryState
    /// Each attempt's `DeliveryAttempt.json`.
    public let attempts: [JSON]
    /// When the next attempt is due by the tenant's clock; nil where none comes, or the object's earlier webhook comes
    /// first.
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

/// How far a delivery has come.
public enum DeliveryState: String, Sendable, CaseIterable {
    /// Attempts are to come.
    case pending
    /// The receiver answered 2xx in time.
    case delivered
    /// The last attempt failed, or the endpoint was removed. The object's next webhook goes on.
    case failed
}
