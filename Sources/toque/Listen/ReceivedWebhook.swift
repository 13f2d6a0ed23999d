import Sandbox
import ToqueEncoding

/// A received webhook, with the response to it.
struct ReceivedWebhook: Sendable {
    let time: Timestamp
    /// null for a body that is not JSON.
    let body: JSON
    /// The paths of the displayed members in the body.
    let members: WebhookMembers
    /// The status sent to the sandbox.
    let answer: Int

    /// `TIME TYPE CODE OBJECT STATUS -> ANSWER`
    var line: String {
        let words = [members.type, members.code, members.object, members.status].map { body.member(at: $0).cell }
        return "\(time) \(words.joined(separator: " ")) -> \(answer)".onOneLine
    }

    var json: JSON {
        [
            "time": .string(time.description), "type": member(members.type), "code": member(members.code),
            "object": member(members.object), "status": member(members.status), "answer": .int(answer),
            "webhook": body,
        ]
    }

    private func member(_ path: String?) -> JSON { body.member(at: path) ?? .null }
}
