import ToqueEncoding

/// A header of an answer.
enum AnswerHeader: String, Sendable, CaseIterable {
    case requestID = "X-Request-Id"
    case assumed = "X-Toque-Assumed"
    case clock = "X-Toque-Clock"
    case allow = "Allow"
    case authenticate = "WWW-Authenticate"
    case location = "Location"

    private var about: String {
        switch self {
        case .requestID: "The request's id; the sandbox's journal and log have it too."
        case .assumed: "The rows of the fidelity table marked as assumed that this answer follows."
        case .clock: "`frozen` while the tenant's clock stands still: nothing happens until control moves it."
        case .allow: "The methods that the path takes."
        case .authenticate: "How to authenticate."
        case .location: "The callback URL with what the bank has to say."
        }
    }

    private var schema: Schema {
        switch self {
        case .requestID: .text(matching: "^[0-9a-f]{32}$")
        case .assumed: .text(matching: "^[a-z0-9-]+(, [a-z0-9-]+)*$")
        case .clock: .choice(["frozen"])
        case .allow: .text(matching: "^[A-Z]+(, [A-Z]+)*$")
        case .authenticate: .text
        case .location: .url
        }
    }

    var reference: JSON { ["$ref": .string("#/components/headers/\(rawValue)")] }

    var json: JSON {
        // Every answer has an id; the rest is there where it is named, but assumptions and the clock come and go.
        ["description": .string(about), "required": .bool(![.assumed, .clock].contains(self)), "schema": schema.json]
    }
}
