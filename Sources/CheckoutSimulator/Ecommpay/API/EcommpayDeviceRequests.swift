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

/// An app's payment form: a method, and for a card a test token or a saved account.
struct EcommpayPayRequest: EcommpayFormRequest {
    static let blank = EcommpayPayRequest()

    var method = ""
    var token: String?
    var account: String?
    var fields: [String: String] = [:]
    /// True if the person wants to save the instrument.
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

/// The fields that the platform requested.
struct EcommpayClarificationRequest: EcommpayFormRequest {
    static let blank = EcommpayClarificationRequest()

    var fields: [String: String] = [:]

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("fields", &fields)
        coder.check("fields", Self.isForm(fields) ? nil : Self.form)
    }
}
