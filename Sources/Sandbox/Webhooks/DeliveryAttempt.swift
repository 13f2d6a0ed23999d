import ToqueEncoding

/// One request to a receiver.
public struct DeliveryAttempt: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        /// The status received within `DeliveryRules.answerTime`, and the body if it was short and arrived soon.
        case status(Int, body: [UInt8] = [])
        /// The reason why no response came, without secrets.
        case error(String)
    }

    /// The tenant's time.
    public let time: Timestamp
    public let outcome: Outcome
    /// Real time.
    public let duration: Duration
    /// The logged part of the request (`WebhookRequest.logged`).
    var request = JSONObject()

    /// `{"time", "status" or "error", "duration_us", "headers", "body"?}`.
    public var json: JSON {
        let outcome: (name: String, value: JSON) =
            switch outcome {
            case .status(let status, _): ("status", .int(status))
            case .error(let text): ("error", .string(text))
            }
        var members: JSONObject = ["time": .string(time.description)]
        members[outcome.name] = outcome.value
        members["duration_us"] = .int(duration.microseconds)
        for (name, value) in request { members[name] = value }
        return .object(members)
    }
}
