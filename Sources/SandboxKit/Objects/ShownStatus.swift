import Sandbox
import ToqueEncoding

/// An object's state as the provider's API shows it.
package struct ShownStatus: Sendable {
    let status: String
    let reason: String?
    let message: String?

    /// - Parameters:
    ///   - reason: the reason for a bad end.
    ///   - message: a sentence about the reason.
    package init(_ status: String, reason: String? = nil, message: String? = nil) {
        self.status = status
        self.reason = reason
        self.message = message
    }
}

extension Transaction {
    /// Records a change of an object in the event log.
    /// - Parameters:
    ///   - type: for example `enrollment.failed`.
    ///   - from: the previous state; nil for a new object.
    ///   - event: the table's event; nil for a new object.
    ///   - scenario: the object's scenario, if any.
    ///   - details: additional members.
    package func emitChange<Object: StoredModel>(
        _ type: String, of object: Object, from: String? = nil, to: String, on event: String? = nil,
        _ report: ShownStatus, scenario: JSON?, details: JSONObject = [:]
    ) throws {
        var data: JSONObject = [
            "from": .text(from), "to": .string(to), "event": .text(event), "status": .string(report.status),
            "reason": .text(report.reason), "message": .text(report.message), "scenario": scenario ?? .null,
        ]
        for (name, value) in details { data[name] = value }
        try emit(type, kind: Object.kind, object: object.id, data: .object(data))
    }
}
