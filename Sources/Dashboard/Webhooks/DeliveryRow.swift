import Pages
import Sandbox
import ToqueEncoding

/// A delivery as a row of a list.
struct DeliveryRow {
    let delivery: Delivery
    let members: WebhookMembers

    func values(_ request: ViewRequest) -> [String: Any] {
        let body = delivery.body
        var row: [String: Any] = [
            "run": delivery.id, "id": delivery.id, "view": request.link("deliveries/\(delivery.id)"),
            "state": delivery.state.rawValue, "tone": delivery.state.tone, "endpoint": delivery.url,
            "object": delivery.object, "url": request.link(toObject: delivery.object),
            "event": [members.type, members.code, members.status].compactMap { body.member(at: $0)?.stringValue }
                .joined(
                    separator: " "),
            "attempts": delivery.attempts.map { Self.outcome($0) },
        ]
        row["due"] = delivery.due.map { request.shown.time($0) }
        if let time = delivery.attempts.last?["time"]?.stringValue { row["time"] = request.shown.time(time) }
        return row
    }

    /// The status or the error of an attempt.
    static func outcome(_ attempt: JSON) -> [String: Any] {
        if let status = attempt["status"]?.intValue {
            return ["outcome": "\(status)", "tone": Shown.tone(ofStatus: status), "english": false]
        }
        return ["outcome": attempt["error"]?.stringValue ?? "", "tone": "bad", "english": true]
    }
}

extension DeliveryState {
    var tone: String {
        switch self {
        case .pending: "wait"
        case .delivered: "ok"
        case .failed: "bad"
        }
    }
}
