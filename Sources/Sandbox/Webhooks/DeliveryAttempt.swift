import ToqueEncoding

/// One request to a receiver.
public struct DeliveryAttempt: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        /// The status that came within `DeliveryRules.answerTime`, and the body, where it was short and came soon.
        case status(Int, body: [UInt8] = [])
        /// Why none came, without what is secret.
        case error(String)
    }

    /// The tenant's time.
    public let time: Timestamp
    public let outcome: Outcome
    /// Real time.
    public let duration: Duration
    /// What was sent, of `WebhookRequest.logged`.
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
