import ToqueEncoding

/// A member of an object.
package struct Member: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool

    /// A member that is always there.
    package static func required(_ name: String, _ schema: Schema) -> Member {
        Member(name: name, schema: schema, isRequired: true)
    }

    /// A member that may be left out.
    package static func optional(_ name: String, _ schema: Schema) -> Member {
        Member(name: name, schema: schema, isRequired: false)
    }
}

extension Schema {
    /// An object of a request: members that it does not know are passed over.
    package static func request(_ members: Member...) -> Schema { object(members) }

    /// An object of an answer: it has these members and no others.
    package static func answer(_ members: Member...) -> Schema { object(members).with("additionalProperties", false) }

    private static func object(_ members: [Member]) -> Schema {
        var properties = JSONObject()
        for member in members { properties[member.name] = member.schema.json }
        let required = members.filter(\.isRequired).map { JSON.string($0.name) }
        let object = Schema(["type": "object", "properties": .object(properties)])
        return required.isEmpty ? object : object.with("required", .array(required))
    }
}
