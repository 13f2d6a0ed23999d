/// A JSON Schema of the dialect 2020-12, which OpenAPI 3.1 adopts whole.
package struct JSONSchema: Sendable {
    private var keywords: JSONObject

    package init(_ keywords: JSONObject) { self.keywords = keywords }

    package var json: JSON { .object(keywords) }

    package func with(_ keyword: String, _ value: JSON) -> JSONSchema {
        var schema = self
        schema.keywords[keyword] = value
        return schema
    }

    /// The schema with a description for people.
    package func about(_ sentence: String?) -> JSONSchema {
        sentence.map { with("description", .string($0)) } ?? self
    }

    /// The schema, or null. A request may also omit such a member.
    package var orNull: JSONSchema {
        if let values = keywords["enum"]?.arrayValue { return with("enum", .array(values + [.null])) }
        guard let type = keywords["type"]?.stringValue else { return .any(of: self, .null) }
        return with("type", [.string(type), "null"])
    }
}

extension JSONSchema {
    package static let null = JSONSchema(["type": "null"])
    package static let boolean = JSONSchema(["type": "boolean"])
    package static let text = JSONSchema(["type": "string"])
    package static let uuid = JSONSchema(["type": "string", "format": "uuid"])
    package static let url = JSONSchema(["type": "string", "format": "uri"])
    /// UTC with microseconds.
    package static let timestamp = JSONSchema([
        "type": "string", "format": "date-time", "pattern": #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$"#,
    ])
    /// Binary data in responses: the URL alphabet without padding.
    package static let base64URL = text(matching: "^[A-Za-z0-9_-]+$")
    /// Binary data in requests: base64url, or base64, with or without padding.
    package static let binary = text(
        matching: "^([A-Za-z0-9+/_-]{4})*([A-Za-z0-9+/_-]{2}(==)?|[A-Za-z0-9+/_-]{3}=?)?$")
    package static let freeObject = JSONSchema(["type": "object"])

    package static func text(matching pattern: String) -> JSONSchema { text.with("pattern", .string(pattern)) }

    /// Text of a request: a number of Unicode scalars, none of them a control character.
    package static func text(in length: ClosedRange<Int>) -> JSONSchema {
        text(matching: noControls).with("minLength", .int(length.lowerBound)).with("maxLength", .int(length.upperBound))
    }

    package static let noControls = #"^[^\x00-\x1f\x7f-\x9f]*$"#

    package static func integer(_ range: ClosedRange<Int>) -> JSONSchema {
        JSONSchema(["type": "integer", "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound)])
    }

    package static func constant(_ value: JSON) -> JSONSchema { JSONSchema(["const": value]) }

    package static func choice(_ values: some Sequence<String>) -> JSONSchema {
        JSONSchema(["enum": .array(values.map(JSON.string))])
    }

    package static func choice<Value: RawRepresentable<String> & CaseIterable>(_: Value.Type) -> JSONSchema {
        choice(Value.allCases.map(\.rawValue))
    }

    package static func array(of items: JSONSchema) -> JSONSchema {
        JSONSchema(["type": "array", "items": items.json])
    }

    package static func any(of schemas: [JSONSchema]) -> JSONSchema {
        JSONSchema(["anyOf": .array(schemas.map(\.json))])
    }
    package static func any(of schemas: JSONSchema...) -> JSONSchema { any(of: schemas) }

    /// A reference to the schema of this name in the document.
    package static func component(_ name: String) -> JSONSchema {
        JSONSchema(["$ref": .string("#/components/schemas/\(name)")])
    }

    /// - Parameter isClosed: true if no other members are allowed.
    static func object(_ properties: JSONObject, required: Set<String>, isClosed: Bool) -> JSONSchema {
        var schema = JSONSchema(["type": "object", "properties": .object(properties)])
        let required = properties.names.filter(required.contains)
        if !required.isEmpty { schema = schema.with("required", .array(required.map(JSON.string))) }
        return isClosed ? schema.with("additionalProperties", false) : schema
    }
}

extension JSONSchema {
    /// A member of an object that no model lists.
    package struct Member: Sendable {
        let name: String
        let schema: JSONSchema
        let isRequired: Bool

        /// A required member.
        package static func required(_ name: String, _ schema: JSONSchema) -> Member {
            Member(name: name, schema: schema, isRequired: true)
        }

        /// An optional member.
        package static func optional(_ name: String, _ schema: JSONSchema) -> Member {
            Member(name: name, schema: schema, isRequired: false)
        }
    }

    /// An object of a request: unknown members are ignored.
    package static func request(_ members: Member...) -> JSONSchema { object(members, isClosed: false) }

    /// An object of a response: it has exactly these members.
    package static func answer(_ members: Member...) -> JSONSchema { object(members, isClosed: true) }

    private static func object(_ members: [Member], isClosed: Bool) -> JSONSchema {
        object(
            JSONObject(uniqueMembers: members.map { ($0.name, $0.schema.json) }),
            required: Set(members.filter(\.isRequired).map(\.name)), isClosed: isClosed)
    }
}
