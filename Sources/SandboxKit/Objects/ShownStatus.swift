import Sandbox
import ToqueEncoding

/// What a provider's API says of an object's state.
package struct ShownStatus: Sendable {
    let status: String
    let reason: String?
    let message: String?

    /// - Parameters:
    ///   - reason: why the object ended, where it ended badly.
    ///   - message: a sentence about the reason.
    package init(_ status: String, reason: String? = nil, message: String? = nil) {
        self.status = status
        self.reason = reason
        self.message = message
    }
}

extension Transaction {
    /// Adds a change of an object to the event log.
    /// - Parameters:
    ///   - type: such as `enrollment.failed`.
    ///   - from: the state before; nil for a new object.
    ///   - event: of the table; nil for a new object.
    ///   - scenario: the one that the object plays; nil where it plays none.
    ///   - details: what else there is to tell.
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
