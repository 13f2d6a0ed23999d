import ToqueEncoding

/// One request to a receiver.
public struct DeliveryAttempt: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        /// The status that came within `DeliveryRules.answerTime`.
        case status(Int)
        /// Why none came, without what is secret.
        case error(String)
    }

    /// The tenant's time.
    public let time: Timestamp
    public let outcome: Outcome
    /// Real time.
    public let duration: Duration

    var isSuccess: Bool {
        if case .status(let status) = outcome { DeliveryRules.isSuccess(status: status) } else { false }
    }

    /// `{"time", "status" or "error", "duration_us"}`.
    public var json: JSON {
        let outcome: (name: String, value: JSON) =
            switch outcome {
            case .status(let status): ("status", .int(status))
            case .error(let text): ("error", .string(text))
            }
        var members: JSONObject = ["time": .string(time.description)]
        members[outcome.name] = outcome.value
        members["duration_us"] = .int(duration.microseconds)
        return .object(members)
    }
}
