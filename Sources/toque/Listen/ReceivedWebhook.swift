import Sandbox
import ToqueEncoding

/// A webhook that came, with what was answered.
struct ReceivedWebhook: Sendable {
    let time: Timestamp
    /// Null for a body that is no JSON.
    let body: JSON
    /// Where the body has what is shown.
    let members: WebhookMembers
    /// The status that the sandbox got.
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

extension JSON {
    /// The member at a path such as `data.status`; nil where there is none, or no path.
    func member(at path: String?) -> JSON? {
        path?.split(separator: ".").reduce(self as JSON?) { $0?[String($1)] }
    }
}
