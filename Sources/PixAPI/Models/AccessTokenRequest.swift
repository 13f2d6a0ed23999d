import ToqueEncoding

/// Body of the token endpoint's variant in the provider's public sample, `POST /payments/br/token/`: the key stands in
/// it, and not in a header.
public struct AccessTokenRequest: RequestModel, Hashable {
    public enum UseCase: String, Sendable, Hashable, CaseIterable {
        case enrollment = "ENROLLMENT"
        case paymentIntent = "PAYMENT_INTENT"
    }

    /// Of the key, with its secret.
    public var id: String
    public var password: String
    public var useCases: [UseCase]
    /// How a widget looks; passed over.
    public var widget: JSONObject?

    public init(id: String, password: String, useCases: [UseCase] = UseCase.allCases, widget: JSONObject? = nil) {
        self.id = id
        self.password = password
        self.useCases = useCases
        self.widget = widget
    }

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        var all = Validation()
        let id = all.read(try reader.secret("id"))
        let password = all.read(try reader.secret("password"))
        let useCases = all.read(
            try reader.optional("use_cases")?.map { (element) throws(JSONMemberError) in
                try element.choice(of: UseCase.self)
            } ?? UseCase.allCases)
        let widget = all.read(try reader.optional("widget")?.object())
        (self.id, self.password, self.useCases, self.widget) = try all.values(id, password, useCases, widget)
    }

    public var json: JSON {
        var object: JSONObject = ["id": .string(id), "password": .string(password)]
        object["use_cases"] = .array(useCases.map { .string($0.rawValue) })
        object["widget"] = widget.map(JSON.object)
        return .object(object)
    }
}

extension JSONReader {
    /// A text that no error shows.
    fileprivate func secret(_ name: String) throws(JSONMemberError) -> String {
        let member = try member(name, expected: "a string")
        guard case .string(let text) = member.value else {
            throw JSONMemberError(path: member.path, found: member.value.kind, expected: "a string")
        }
        return text
    }
}
