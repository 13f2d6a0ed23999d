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

extension Delivery {
    /// Reads `json`.
    /// - Returns: nil for JSON that is no delivery.
    package init?(json: JSON) {
        guard let cursor = json["cursor"]?.intValue, let webhook = json["webhook"]?.stringValue,
            let endpoint = json["endpoint"]?.stringValue, let url = json["url"]?.stringValue,
            let object = json["object"]?.stringValue, let body = json["body"],
            let state = json["state"]?.stringValue.flatMap(DeliveryState.init)
        else { return nil }
        self.init(
            cursor: Int64(cursor), webhook: webhook, endpoint: endpoint, url: url, object: object, body: body,
            state: state, attempts: json["attempts"]?.arrayValue ?? [],
            due: json["due"]?.stringValue.flatMap(Timestamp.init))
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
