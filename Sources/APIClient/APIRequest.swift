import ToqueEncoding

/// A request to a server's API.
public struct APIRequest: Sendable {
    /// The HTTP methods used by APIs.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
    }

    /// The body.
    public enum Body: Sendable {
        case json(JSON)
        /// UTF-8.
        case text(String)
        /// `application/x-www-form-urlencoded`.
        case form([(name: String, value: String)])

        public var contentType: String {
            switch self {
            case .json: "application/json"
            case .text: "text/plain; charset=utf-8"
            case .form: "application/x-www-form-urlencoded"
            }
        }

        public var bytes: [UInt8] {
            switch self {
            case .json(let json): json.utf8
            case .text(let text): Array(text.utf8)
            case .form(let fields): Array(FormURLEncoding.encode(fields).utf8)
            }
        }

        /// nil for a body of another kind.
        public var json: JSON? { if case .json(let json) = self { json } else { nil } }
    }

    public var method: Method
    /// The path from the server's root, with the query, percent-encoded.
    public var path: String
    /// Added to the default headers, or replacing them.
    public var headers: [(name: String, value: String)]
    public var authorization: APIAuthorization?
    public var body: Body?

    public init(
        _ method: Method, _ path: String, headers: [(name: String, value: String)] = [],
        authorization: APIAuthorization? = nil, body: Body? = nil
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.authorization = authorization
        self.body = body
    }
}

/// The content of a request's `Authorization` header. Its description hides the secret.
public enum APIAuthorization: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// RFC 7617.
    case basic(user: String, password: String)
    /// RFC 6750.
    case bearer(String)

    public var description: String {
        switch self {
        case .basic(let user, _): "Basic \(user)"
        case .bearer: "Bearer"
        }
    }
    public var debugDescription: String { description }
}

/// A response as received.
public struct APIAnswer: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    /// The maximum size of a body in bytes.
    public static let bodyLimit = 4 << 20

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header, or nil.
    /// - Parameter name: in any case.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }

    /// The body as JSON, whatever its declared type.
    public func json() throws(JSONSyntaxError) -> JSON {
        try JSON(parsing: body, limits: .init(size: Self.bodyLimit))
    }
}
