import ToqueEncoding

/// A JSON Schema of the dialect 2020-12, which OpenAPI 3.1 takes over whole.
package struct Schema: Sendable {
    private var keywords: JSONObject

    package init(_ keywords: JSONObject) { self.keywords = keywords }

    package var json: JSON { .object(keywords) }

    package func with(_ keyword: String, _ value: JSON) -> Schema {
        var schema = self
        schema.keywords[keyword] = value
        return schema
    }

    /// With a sentence for people.
    package func about(_ sentence: String) -> Schema { with("description", .string(sentence)) }

    /// The same or null; a request may leave such a member out as well.
    package var orNull: Schema {
        if let values = keywords["enum"]?.arrayValue { return with("enum", .array(values + [.null])) }
        guard let type = keywords["type"]?.stringValue else { return .any(of: self, Schema(["type": "null"])) }
        return with("type", [.string(type), "null"])
    }
}

extension Schema {
    package static let boolean = Schema(["type": "boolean"])
    package static let text = Schema(["type": "string"])
    package static let uuid = Schema(["type": "string", "format": "uuid"])
    package static let url = Schema(["type": "string", "format": "uri"])
    /// UTC with microseconds.
    package static let timestamp = Schema([
        "type": "string", "format": "date-time", "pattern": #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$"#,
    ])
    /// Binary data in answers: the URL alphabet without padding.
    package static let base64URL = text(matching: "^[A-Za-z0-9_-]+$")
    package static let freeObject = Schema(["type": "object"])

    package static func text(matching pattern: String) -> Schema { text.with("pattern", .string(pattern)) }

    /// Text of a request: so many Unicode scalars, none of them a control character.
    package static func text(in length: ClosedRange<Int>) -> Schema {
        text(matching: noControls).with("minLength", .int(length.lowerBound)).with("maxLength", .int(length.upperBound))
    }

    static let noControls = #"^[^\x00-\x1f\x7f-\x9f]*$"#

    package static func integer(_ range: ClosedRange<Int>) -> Schema {
        Schema(["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)])
    }

    package static func constant(_ value: JSON) -> Schema { Schema(["const": value]) }

    package static func choice(_ values: some Sequence<String>) -> Schema {
        Schema(["enum": .array(values.map(JSON.string))])
    }

    package static func choice<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) -> Schema {
        choice(Value.allCases.map(\.rawValue))
    }

    package static func array(of items: Schema) -> Schema { Schema(["type": "array", "items": items.json]) }

    package static func any(of schemas: Schema...) -> Schema { Schema(["anyOf": .array(schemas.map(\.json))]) }
}
