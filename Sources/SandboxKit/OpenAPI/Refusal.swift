/// A reason for which an operation answers with an error.
package struct Refusal: Sendable, Hashable {
    package let status: Int
    /// A stable word.
    package let code: String
    /// Path of the member or parameter at fault, where it is always the same.
    package let field: String?
    /// A sentence for people.
    package let when: String

    package init(_ status: Int, _ code: String, _ when: String, field: String? = nil) {
        self.status = status
        self.code = code
        self.field = field
        self.when = when
    }

    package static func required(_ field: String, _ when: String) -> Refusal {
        Refusal(400, "required", when, field: field)
    }

    package static func invalid(_ field: String, _ when: String) -> Refusal {
        Refusal(400, "invalid", when, field: field)
    }

    package static func invalidStatus(_ when: String) -> Refusal { Refusal(400, "invalid_status", when) }
    package static func notFound(_ when: String) -> Refusal { Refusal(404, "not_found", when) }
}
