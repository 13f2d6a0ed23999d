import PixAPI
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
    /// Customers and bank accounts have two forms, and either is taken under either version.
    static let resourceVersion = Parameter(
        place: .header, name: ResourceVersion.header, about: "Which form the client means",
        schema: .choice(ResourceVersion.self),
        example: .string(ResourceVersion.v2.rawValue))
}
