import ToqueEncoding

/// Body of `POST /enrollments/complete-redirection/`: what came back on the callback URL, of a success or of an error.
public enum CompleteRedirectionRequest: JSONModel, Hashable {
    case success(state: String, code: String, idToken: String)
    /// `error` is an OAuth error code such as `access_denied`.
    case failure(state: String, error: String, description: String?)

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let state = try reader.text("state")
        if let error = try reader.optionalText("error") {
            self = .failure(
                state: state, error: error, description: try reader.optionalText("error_description"))
        } else {
            self = .success(state: state, code: try reader.text("code"), idToken: try reader.text("id_token"))
        }
    }

    /// The parameters of a callback URL, from its query and its fragment: an OpenID Connect hybrid flow may use either.
    /// - Throws: `JSONMemberError` naming the parameter that is missing.
    public init(callbackURL: String) throws(JSONMemberError) {
        var parameters = JSONObject()
        let parts = callbackURL.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first
        for text in [query, parts.dropFirst().first].compactMap({ $0 }) {
            guard let pairs = FormURLEncoding.decode(text) else {
                throw JSONMemberError(path: "callback URL", found: "parameters that are not UTF-8", expected: "UTF-8")
            }
            for (name, value) in pairs { parameters[name] = .string(value) }
        }
        try self.init(JSONReader(.object(parameters)))
    }

    public var state: String {
        switch self {
        case .success(let state, _, _), .failure(let state, _, _): state
        }
    }

    public var json: JSON {
        switch self {
        case .success(let state, let code, let idToken):
            return ["state": .string(state), "code": .string(code), "id_token": .string(idToken)]
        case .failure(let state, let error, let description):
            var object: JSONObject = ["state": .string(state), "error": .string(error)]
            object["error_description"] = description.map(JSON.string)
            return .object(object)
        }
    }
}
