import Sandbox
import ToqueEncoding

/// A change of an object, as the event log tells it.
struct StateChange: Sendable {
    /// Such as `enrollment.failed`.
    let type: String
    let kind: String
    let object: String
    /// States of the table; nil for a new object.
    let from: String?
    let to: String
    /// The table's event; nil for a new object.
    let event: String?
    let status: String
    var reason: String?
    var message: String?
    var scenario: ScenarioChoice?
    /// What is suspicious in the risk signals.
    var findings: [String] = []

    func emit(_ transaction: Transaction) throws {
        var data: JSONObject = [
            "from": from.map(JSON.string) ?? .null, "to": .string(to), "event": event.map(JSON.string) ?? .null,
            "status": .string(status), "reason": reason.map(JSON.string) ?? .null,
            "message": message.map(JSON.string) ?? .null, "scenario": scenario?.json ?? .null,
        ]
        if !findings.isEmpty { data["risk_findings"] = .array(findings.map(JSON.string)) }
        try transaction.emit(type, kind: kind, object: object, data: .object(data))
    }
}
