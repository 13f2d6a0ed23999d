import ToqueEncoding

/// Body of `POST /enrollments/complete-redirection/`: what came back on the callback URL, of a success or of an error.
public enum CompleteRedirectionRequest: RequestModel, Hashable {
    case success(state: String, code: String, idToken: String)
    /// `error` is an OAuth error code such as `access_denied`.
    case failure(state: String, error: String, description: String?)

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        func parameter(_ name: String) throws(JSONMemberError) -> String {
            try reader.text(name, limit: TextLimit.parameter)
        }
        func optionalParameter(_ name: String) throws(JSONMemberError) -> String? {
            try reader.optionalText(name, limit: TextLimit.parameter)
        }
        var all = Validation()
        let state = all.read(try parameter("state"))
        if let error = try all.need(try reader.optional("error") == nil ? nil : parameter("error")) {
            let description = all.read(try optionalParameter("error_description"))
            let (state, text) = try all.values(state, description)
            self = .failure(state: state, error: error, description: text)
        } else {
            let code = all.read(try parameter("code"))
            let idToken = all.read(try parameter("id_token"))
            let (state, text, token) = try all.values(state, code, idToken)
            self = .success(state: state, code: text, idToken: token)
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
