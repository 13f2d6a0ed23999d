import Sandbox
import ToqueEncoding

/// A parameter of a request.
package struct Parameter: Sendable {
    package enum Place: String, Sendable {
        case path
        case query
        case header
    }

    let place: Place
    let name: String
    let about: String
    let schema: JSONSchema
    let isRequired: Bool
    let example: JSON?

    /// Path parameters are always required.
    package init(
        place: Place, name: String, about: String, schema: JSONSchema, isRequired: Bool = false, example: JSON? = nil
    ) {
        self.place = place
        self.name = name
        self.about = about
        self.schema = schema
        self.isRequired = isRequired || place == .path
        self.example = example
    }

    package static func query(
        _ name: String, _ about: String, _ schema: JSONSchema, isRequired: Bool = false, example: JSON? = nil
    ) -> Parameter {
        Parameter(
            place: .query, name: name, about: about, schema: schema, isRequired: isRequired, example: example)
    }

    var json: JSON {
        var object: JSONObject = [
            "name": .string(name), "in": .string(place.rawValue), "description": .string(about),
        ]
        if isRequired { object["required"] = true }
        object["schema"] = schema.json
        object["example"] = example
        return .object(object)
    }
}

extension Parameter {
    /// The scenario of the object that the request creates.
    static func scenario(of catalog: [Scenario]) -> Parameter {
        Parameter(
            place: .header, name: SandboxRequest.scenarioField,
            about: "Scenario of the new object, from the catalog",
            schema: JSONSchema(["anyOf": .array(catalog.flatMap(names))]))
    }

    /// The name, and the form with an argument if it accepts one.
    private static func names(of scenario: Scenario) -> [JSON] {
        let name = JSONSchema.constant(.string(scenario.name)).about(scenario.summary)
        guard let argument = scenario.argument else { return [name.json] }
        let escaped = scenario.name.split(separator: ".", omittingEmptySubsequences: false).joined(separator: #"\."#)
        return [
            name.json, JSONSchema.text(matching: "^\(escaped):[1-9][0-9]{0,2}$").about("With its \(argument)").json,
        ]
    }
}
