import ToqueEncoding

/// A request to the service, apart from the connection.
public struct BrowserRequest: Sendable {
    public var method: String
    /// With a leading slash and without a query.
    public var path: String
    public var host: String?
    public var origin: String?
    public var authorization: String?
    public var asksForPrivateNetwork: Bool
    public var body: [UInt8]

    public init(
        method: String, path: String, host: String? = nil, origin: String? = nil, authorization: String? = nil,
        asksForPrivateNetwork: Bool = false, body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.host = host
        self.origin = origin
        self.authorization = authorization
        self.asksForPrivateNetwork = asksForPrivateNetwork
        self.body = body
    }

    /// The body as JSON; an empty one is an empty object.
    func json() throws(ServiceRefusal) -> JSONReader {
        guard !body.isEmpty else { return JSONReader(.object([:])) }
        do throws(JSONSyntaxError) {
            return JSONReader(try JSON(parsing: body))
        } catch {
            throw ServiceRefusal(400, "the body is not JSON: \(error)")
        }
    }
}

/// The service's answer.
public struct BrowserResponse: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]

    init(_ status: Int, _ json: JSON) {
        self.init(
            status, contentType: "application/json; charset=utf-8", Array(json.serialized().utf8))
    }

    init(_ status: Int, contentType: String? = nil, _ body: [UInt8] = []) {
        self.status = status
        headers = [("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff")]
        if let contentType { headers.append(("Content-Type", contentType)) }
        self.body = body
    }
}

/// Why the service does not answer a request. WebAuthn's own errors are no refusals but results.
struct ServiceRefusal: Error {
    let status: Int
    let message: String

    init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }

    var response: BrowserResponse { BrowserResponse(status, ["error": ["message": .string(message)]]) }
}
