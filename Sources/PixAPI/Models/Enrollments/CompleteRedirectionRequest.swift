import ToqueEncoding

/// Body of `POST /enrollments/complete-redirection/`: the parameters of the callback URL, after a success or an error.
public enum CompleteRedirectionRequest: RequestModel, Hashable {
    case success(state: String, code: String, idToken: String)
    /// `error` is an OAuth error code such as `access_denied`.
    case failure(state: String, error: String, description: String?)

    /// The parameters of a callback URL, from its query and its fragment: an OpenID Connect hybrid flow may use either.
    /// - Throws: `JSONMemberError` that names the missing parameter.
    public init(callbackURL: String) throws(JSONMemberError) {
        var parameters = JSONObject()
        let bytes = callbackURL.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let start = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
        for text in [callbackURL[start..<end].dropFirst(), callbackURL[end...].dropFirst()] {
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
}

extension CompleteRedirectionRequest: JSONStructure {
    package static let blank = success(state: "", code: "", idToken: "")

    package static var schema: JSONSchema {
        .any(of: blank.described, failure(state: "", error: "", description: nil).described)
    }

    package mutating func members(_ coder: inout JSONCoder) {
        var (state, code, idToken, error, description) = (state, "", "", "", String?.none)
        let isFailure: Bool
        switch self {
        case .success(_, let given, let token): (code, idToken, isFailure) = (given, token, false)
        case .failure(_, let given, let text): (error, description, isFailure) = (given, text, true)
        }
        coder.required("state", &state, upTo: TextLimit.parameter)
        if coder.has("error") ?? isFailure {
            if coder.required("error", &error, upTo: TextLimit.parameter) {
                coder.optional("error_description", &description, upTo: TextLimit.parameter)
            }
            self = .failure(state: state, error: error, description: description)
        } else {
            coder.required("code", &code, upTo: TextLimit.parameter)
            coder.required("id_token", &idToken, upTo: TextLimit.parameter)
            coder.absent("error")
            self = .success(state: state, code: code, idToken: idToken)
        }
    }
}
