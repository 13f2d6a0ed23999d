import ToqueEncoding

/// A reason for which an operation answers with an error.
struct Refusal: Sendable, Hashable {
    let status: Int
    /// A stable word.
    let code: String
    /// Path of the member or parameter at fault, where it is always the same.
    let field: String?
    /// A sentence for people.
    let when: String

    init(_ status: Int, _ code: String, _ when: String, field: String? = nil) {
        self.status = status
        self.code = code
        self.field = field
        self.when = when
    }

    static func required(_ field: String, _ when: String) -> Refusal { Refusal(400, "required", when, field: field) }
    static func invalid(_ field: String, _ when: String) -> Refusal { Refusal(400, "invalid", when, field: field) }
    static func invalidStatus(_ when: String) -> Refusal { Refusal(400, "invalid_status", when) }
    static func notFound(_ when: String) -> Refusal { Refusal(404, "not_found", when) }

    /// What its answer may look like.
    var example: JSON {
        var item: JSONObject = [
            "request_id": .string(Examples.requestID), "message": .string(when), "code": .string(code),
        ]
        item["field"] = field.map(JSON.string)
        return [.object(item)]
    }
}
