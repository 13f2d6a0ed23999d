import ToqueEncoding

/// A request of the provider's API.
public struct PixRequest: Sendable {
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
    }

    public var method: Method
    /// From the server's root, with the query; every part already percent-encoded.
    public var path: String
    /// Besides those that every request has.
    public var headers: [(name: String, value: String)]
    public var body: JSON?

    public init(
        _ method: Method, _ path: String, headers: [(name: String, value: String)] = [], body: JSON? = nil
    ) {
        self.method = method
        self.path = path
        self.headers = headers
        self.body = body
    }
}

/// An answer as it came.
public struct PixAnswer: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header; nil where there is none.
    /// - Parameter name: in any case.
    public func header(_ name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name.lowercased() == name }?.value
    }
}

/// Carries requests to the server. AsyncHTTPClient does; a test may answer by itself.
public protocol HTTPTransport: Sendable {
    /// - Throws: `PixClientError.unreachable` or `interrupted`.
    func send(
        _ request: PixRequest, to server: ServerURL, authorization: PixClient.Authorization
    ) async throws(PixClientError) -> PixAnswer
}
