import SoftAuthenticator
import ToqueEncoding

/// The JSON Schema of journey files. The reader takes the names of all members from it, so that both accept the same.
public enum JourneySchema {
    /// The whole document, of the dialect 2020-12.
    public static var document: JSON {
        var schema = file.with("$schema", "https://json-schema.org/draft/2020-12/schema")
        schema = schema.with("title", "A journey file of toque fleet")
        return schema.json
    }

    static let file = object(
        ("target", url.about("Base URL of all requests")),
        ("seed", .text.about("Gives the same devices in each run; default: new ones")),
        ("devices", .integer(1...1_000_000).about("Number of devices, each with a user; default: 100")),
        ("profile", .choice(AuthenticatorProfile.all.map(\.name)).about("Class of the devices; default: ios")),
        ("origin", .text.about("Origin in client data; default: https:// and the RP ID")),
        ("timeout", time.about("Time limit of a request; default: 30s")),
        ("poll", time.about("Time between polls; default: 500ms")),
        ("poll-timeout", time.about("Time limit of polling; default: 60s")),
        ("journeys", journeys), ("think", think), ("faults", faults), ("scenarios", scenarios), ("pix", pix),
        ("headers", headers), ("routes", routes),
        ("browse", .array(of: browseRoute).about("What `browse` requests; default: the sandbox's lists")))

    static let time = JSONSchema.text.about("Such as 250ms, 1s or 1m30s")
    static let url = JSONSchema.text(matching: "^https?://")
    private static let share = JSONSchema(["type": "number", "minimum": 0, "maximum": 1])

    static let journeys = object(
        JourneyKind.allCases.map { ($0.description, JSONSchema(["type": "number", "minimum": 0])) }
    ).about("Weights of the journeys; default: enroll-and-pay alone").with("minProperties", 1)

    static let think = object(
        ("fixed", time), ("uniform", .array(of: time).with("minItems", 2).with("maxItems", 2)),
        ("exponential", time.about("The mean"))
    ).about("Think time of a person, in one of these forms; default: none").with("minProperties", 1)
        .with("maxProperties", 1)

    static let faults = object(DeviceFault.allCases.map { ($0.rawValue, share) })
        .about("Shares of journeys with a fault, together at most 1")

    static let scenarios = JSONSchema(["type": "object", "additionalProperties": share.json])
        .about("Shares of journeys with a scenario of the sandbox, together at most 1")

    static let pix = object(
        ("customer", .text), ("institution", .text), ("beneficiary", .text),
        ("amounts", .array(of: JSONSchema(["type": ["string", "number"]])).with("minItems", 1)),
        ("callback-url", .text)
    ).about("Objects of the sandbox; default: its seeds")

    static let environmentValue = object(("env", .text.about("A variable of the environment")))
        .with("required", ["env"])

    static let headers = fields(of: .any(of: .text, environmentValue))
        .about("Sent with every request to the target; secrets come from the environment")

    /// Headers that each request has already, in lower case.
    static let ownHeaders = ["host", "content-length", "transfer-encoding", "connection"]

    private static func fields(of value: JSONSchema) -> JSONSchema {
        let own = ownHeaders.map { name in
            name.map { $0.isLetter ? "[\($0.uppercased())\($0)]" : "\($0)" }.joined()
        }.joined(separator: "|")
        // A token (RFC 9110 section 5.6.2).
        let names: JSON = ["pattern": .string("^(?!(\(own))$)[!#$%&'*+.^_`|~0-9A-Za-z-]+$")]
        return JSONSchema(["type": "object", "propertyNames": names, "additionalProperties": value.json])
    }

    static let routes = object(
        ("session", route.about("Where a session begins")),
        ("registration-options", route.about("Where the options of a registration come from")),
        ("registration", route.about("Where the response of a registration goes")),
        ("sign-options", route.about("Where the options of a signature come from")),
        ("sign", route.about("Where the response of a signature goes"))
    ).about("Your own backend's routes; default: the sandbox")
        .with("required", .array(RouteMap.names.dropFirst().map(JSON.string)))

    private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
    private static let path = JSONSchema.text(matching: "^/(?!/)")
    private static let name = JSONSchema.text.about("Stands for the path in the step's name; default: the path")
    private static let pointer = JSONSchema.text.about("A JSON pointer")

    static let route = object(
        ("method", .choice(methods).about("Default: POST")), ("path", path), ("name", name),
        ("headers", fields(of: .text)),
        ("body", JSONSchema([:]).about("JSON with places such as {device}")),
        ("form", .boolean.about("True to send the body's members as a form")),
        ("expect", .array(of: .integer(100...599)).with("minItems", 1).about("Default: 200, 201 and 204")),
        ("options", pointer.about("Where the answer has the options; default: the whole answer")),
        ("keep", JSONSchema(["type": "object", "additionalProperties": pointer.json]).about("Values for later places"))
    ).with("required", ["path"])

    static let browseRoute = object(
        ("path", path), ("name", name), ("expect", .array(of: .integer(100...599)))
    ).with("required", ["path"])

    private static func object(_ members: (String, JSONSchema)...) -> JSONSchema { object(members) }

    /// An object with these members and no others.
    private static func object(_ members: [(String, JSONSchema)]) -> JSONSchema {
        var properties = JSONObject()
        for (name, schema) in members { properties[name] = schema.json }
        return JSONSchema(["type": "object", "properties": .object(properties), "additionalProperties": false])
    }
}

extension JSONSchema {
    /// The names of an object's members.
    var memberNames: [String] { json["properties"]?.objectValue?.names ?? [] }

    /// The texts of a choice that is a member.
    func choices(of member: String) -> [String] {
        (json["properties"]?[member]?["enum"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
}
