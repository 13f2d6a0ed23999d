import ToqueEncoding

/// A parameter of a request.
struct Parameter: Sendable {
    enum Place: String, Sendable {
        case path
        case query
        case header
    }

    let place: Place
    let name: String
    let about: String
    let schema: Schema
    var example: JSON?

    static func query(_ name: String, _ about: String, _ schema: Schema, example: JSON? = nil) -> Parameter {
        Parameter(place: .query, name: name, about: about, schema: schema, example: example)
    }

    var json: JSON {
        var object: JSONObject = [
            "name": .string(name), "in": .string(place.rawValue), "description": .string(about),
        ]
        if place == .path { object["required"] = true }
        object["schema"] = schema.json
        object["example"] = example
        return .object(object)
    }
}

extension Parameter {
    /// Of every list.
    static let paging = [
        query("page", "Which page, counted from 1", .integer(1...1_000_000), example: 1),
        query(
            "page_size", "How many items a page has; \(ListQuery.defaultSize) unless told",
            .integer(1...ListQuery.maximumSize),
            example: 10),
    ]
}
