import ToqueEncoding

/// A webhook that came, with what was answered.
struct ReceivedWebhook: Sendable {
    let time: Timestamp
    /// Null for a body that is no JSON.
    let body: JSON
    /// The status that the sandbox got.
    let answer: Int

    /// `TIME TYPE CODE OBJECT STATUS -> ANSWER`
    var line: String {
        let words = [text("webhook_type"), text("webhook_code"), text("object_id"), status]
        return "\(time) \(words.map { $0 ?? "-" }.joined(separator: " ")) -> \(answer)".onOneLine
    }

    var json: JSON {
        [
            "time": .string(time.description), "type": member("webhook_type"), "code": member("webhook_code"),
            "object": member("object_id"), "status": status.map(JSON.string) ?? .null, "answer": .int(answer),
            "webhook": body,
        ]
    }

    /// What became of the object.
    private var status: String? { body["data"]?["status"]?.stringValue }

    private func text(_ name: String) -> String? { body[name]?.stringValue }

    private func member(_ name: String) -> JSON { body[name] ?? .null }
}
