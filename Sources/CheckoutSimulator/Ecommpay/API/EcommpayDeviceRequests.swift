import ToqueEncoding

/// What the form of an app sends: a method, and a test token or a saved account for a card.
struct EcommpayPayRequest: JSONStructure, RequestModel {
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
        coder.optional("save", &save)
        for name in ["network_token", "recurring_id"] { coder.check(name, "no such member: it is out of scope") }
    }
}

/// The fields that the platform asked for.
struct EcommpayClarificationRequest: JSONStructure, RequestModel {
    static let blank = EcommpayClarificationRequest()

    var fields: [String: String] = [:]

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("fields", &fields)
    }
}
