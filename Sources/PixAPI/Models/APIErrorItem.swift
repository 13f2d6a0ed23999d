import ToqueEncoding

/// One entry of the array in every error response.
public struct APIErrorItem: JSONModel, Hashable, CustomStringConvertible {
    public var requestID: String?
    /// A stable code such as `required`.
    public var code: String?
    /// Usually a string; any JSON is possible.
    public var message: JSON?
    /// Path of the invalid member.
    public var field: String?
    /// Some gateways' replacement for `message`.
    public var detail: String?

    public init(
        requestID: String? = nil, code: String?, message: String, field: String? = nil, detail: String? = nil
    ) {
        self.requestID = requestID
        self.code = code
        self.message = .string(message)
        self.field = field
        self.detail = detail
    }

    /// Accepts members of any type: a malformed error must not cause another one.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let members = try reader.object()
        func text(_ name: String) -> String? {
            guard let value = members[name], !value.isNull else { return nil }
            return value.stringValue ?? value.serialized()
        }
        requestID = text("request_id")
        code = text("code")
        message = try reader.optional("message")?.value
        field = text("field")
        detail = text("detail")
    }

    public var json: JSON {
        var object = JSONObject()
        object["request_id"] = requestID.map(JSON.string)
        object["message"] = message
        object["code"] = code.map(JSON.string)
        object["field"] = field.map(JSON.string)
        object["detail"] = detail.map(JSON.string)
        return .object(object)
    }

    /// The items of an error response: the documented array, a single object, or the errors of Django REST framework if
    /// a gateway does not translate them: texts, or an object with each member's problems.
    public static func items(json: JSON) -> [APIErrorItem] {
        switch json {
        case .array(let values): return values.flatMap(items)
        case .object(let members):
            guard let item = try? APIErrorItem(json: json) else { return [] }
            if item != APIErrorItem() { return [item] }
            return members.map { APIErrorItem(message: $0.value, field: $0.name) }
        case .null: return []
        case .bool, .number, .string: return [APIErrorItem(message: json)]
        }
    }

    private init(message: JSON? = nil, field: String? = nil) {
        self.message = message
        self.field = field
    }

    /// `required at details.customer: This field is required.`
    public var description: String {
        let text = message.map { $0.stringValue ?? $0.serialized() } ?? detail ?? "no message"
        return "\(code ?? "error")\(field.map { " at \($0)" } ?? ""): \(text)"
    }
}
