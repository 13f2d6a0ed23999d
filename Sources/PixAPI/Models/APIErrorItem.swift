import ToqueEncoding

/// One entry of the array that every error answer is.
public struct APIErrorItem: JSONModel, Hashable, CustomStringConvertible {
    public var requestID: String?
    /// A stable word such as `required`.
    public var code: String?
    /// Mostly a string; any JSON is possible.
    public var message: JSON?
    /// Path of the member at fault.
    public var field: String?
    /// What some gateways write in place of `message`.
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

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        requestID = try reader.optionalText("request_id")
        code = try reader.optionalText("code")
        message = try reader.optional("message")?.value
        field = try reader.optionalText("field")
        detail = try reader.optionalText("detail")
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

    /// The items of an error answer: the documented array, or one object by itself.
    public static func items(json: JSON) throws(JSONMemberError) -> [APIErrorItem] {
        if case .array = json { return try JSONReader(json).models(APIErrorItem.self) }
        return [try APIErrorItem(json: json)]
    }

    /// `required at details.customer: This field is required.`
    public var description: String {
        let text = message.map { $0.stringValue ?? $0.serialized() } ?? detail ?? "no message"
        return "\(code ?? "error")\(field.map { " at \($0)" } ?? ""): \(text)"
    }
}
