import ToqueEncoding

/// A response header.
package struct AnswerHeader: Sendable {
    let name: String
    private let about: String
    private let schema: JSONSchema
    /// True if it is always present in responses that declare it.
    private let isRequired: Bool

    package init(_ name: String, _ about: String, _ schema: JSONSchema, isRequired: Bool = true) {
        self.name = name
        self.about = about
        self.schema = schema
        self.isRequired = isRequired
    }

    var reference: JSON { ["$ref": .string("#/components/headers/\(name)")] }

    var json: JSON { ["description": .string(about), "required": .bool(isRequired), "schema": schema.json] }
}

extension AnswerHeader {
    static let ofTheEngine = [requestID, assumed, clock, allow, authenticate]

    static let requestID = AnswerHeader(
        "X-Request-Id", "The request's id; the sandbox's journal and log have it too.",
        .text(matching: "^[0-9a-f]{32}$"))
    static let assumed = AnswerHeader(
        "X-Toque-Assumed", "The rows of the fidelity table marked as assumed that this answer follows.",
        .text(matching: "^[a-z0-9-]+(, [a-z0-9-]+)*$"), isRequired: false)
    static let clock = AnswerHeader(
        "X-Toque-Clock", "`frozen` while the tenant's clock is stopped: nothing happens until control moves it.",
        .choice(["frozen"]), isRequired: false)
    static let allow = AnswerHeader(
        "Allow", "The methods that the path takes.", .text(matching: "^[A-Z]+(, [A-Z]+)*$"))
    static let authenticate = AnswerHeader("WWW-Authenticate", "How to authenticate.", .text)
}
