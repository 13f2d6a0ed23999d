import ToqueEncoding

/// A request with fields that the person filled in. The documentation has no limits: these are the sandbox's.
protocol EcommpayFormRequest: JSONStructure, RequestModel {}

extension EcommpayFormRequest {
    fileprivate static var form: String { "at most 64 fields with names and values of at most 255 characters" }

    fileprivate static func isForm(_ fields: [String: String]) -> Bool {
        fields.count <= 64
            && fields.allSatisfy { field in
                [field.key, field.value].allSatisfy {
                    $0.unicodeScalars.count <= 255 && !$0.unicodeScalars.contains(where: \.isControl)
                }
            }
    }
}

/// What the form of an app sends: a method, and a test token or a saved account for a card.
struct EcommpayPayRequest: EcommpayFormRequest {
    static let blank = EcommpayPayRequest()

    var method = ""
    var token: String?
    var account: String?
    var fields: [String: String] = [:]
    /// Whether the person wants the instrument saved.
    var save = false

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("method", &method, upTo: 64)
        coder.optional("token", &token, upTo: 255)
        coder.optional("account", &account, upTo: 255)
        coder.optional("fields", &fields)
        coder.check("fields", Self.isForm(fields) ? nil : Self.form)
        coder.optional("save", &save)
        for name in ["network_token", "recurring_id"] { coder.check(name, "no such member: it is out of scope") }
    }
}

/// The fields that the platform asked for.
struct EcommpayClarificationRequest: EcommpayFormRequest {
    static let blank = EcommpayClarificationRequest()

    var fields: [String: String] = [:]

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("fields", &fields)
        coder.check("fields", Self.isForm(fields) ? nil : Self.form)
    }
}
