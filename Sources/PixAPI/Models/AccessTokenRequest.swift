import ToqueEncoding

/// Body of the token endpoint in the provider's public sample, `POST /payments/br/token/`: it contains the key, which
/// is not in a header.
public struct AccessTokenRequest: RequestModel, Hashable {
    public enum UseCase: String, Sendable, Hashable, CaseIterable, JSONChoice {
        case enrollment = "ENROLLMENT"
        case paymentIntent = "PAYMENT_INTENT"
    }

    /// Of the key, with its secret.
    public var id: String
    public var password: String
    public var useCases: [UseCase]
    /// The appearance of a widget; ignored.
    public var widget: JSONObject?

    public init(id: String, password: String, useCases: [UseCase] = UseCase.allCases, widget: JSONObject? = nil) {
        self.id = id
        self.password = password
        self.useCases = useCases
        self.widget = widget
    }
}

extension AccessTokenRequest: JSONStructure {
    package static let blank = Self(id: "", password: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.secret("id", &id)
        coder.secret("password", &password)
        coder.optional("use_cases", &useCases)
        coder.optional("widget", &widget, .freeObject.about("How a widget looks; passed over"))
    }
}

extension JSONCoder {
    /// Text that errors never show.
    fileprivate mutating func secret(_ name: String, _ secret: inout String) {
        member(
            name, &secret, .required, { .text }, expecting: { String.expectation },
            read: { (reader) throws(JSONMemberError) in
                if case .string(let text) = reader.value { return text }
                throw JSONMemberError(path: reader.path, found: reader.value.kind, expected: String.expectation)
            }, write: { .string($0) })
    }
}
