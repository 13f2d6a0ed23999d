import NIOCore
import NIOHTTP1
import ToqueEncoding

/// A request of a step.
struct FleetRequest: Sendable {
    var method: String
    /// With the query, percent-encoded.
    var path: String
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    var contentType: String?

    init(_ method: String, _ path: String) { (self.method, self.path) = (method, path) }

    static func get(_ path: String) -> FleetRequest { FleetRequest("GET", path) }

    static func post(_ path: String, _ body: JSON) -> FleetRequest {
        var request = FleetRequest("POST", path)
        (request.body, request.contentType) = (body.utf8, "application/json")
        return request
    }

    static func post(_ path: String, form: [(name: String, value: String)]) -> FleetRequest {
        var request = FleetRequest("POST", path)
        request.body = Array(FormURLEncoding.encode(form).utf8)
        request.contentType = "application/x-www-form-urlencoded"
        return request
    }

    func with(_ headers: [(name: String, value: String)]) -> FleetRequest {
        var request = self
        request.headers += headers
        return request
    }
}

/// The answer to a request.
struct FleetAnswer: Sendable {
    var status: Int
    var headers: HTTPHeaders
    var body: [UInt8]

    /// The largest body, in bytes.
    static let bodyLimit = 4 << 20

    /// nil for a body that is not JSON.
    var json: JSON? { try? JSON(parsing: body, limits: .init(size: Self.bodyLimit)) }
}

/// A request without an answer.
struct ExchangeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Without IDs and addresses, so that equal failures count together.
    let description: String

    init(_ description: String) { self.description = description }

    static let timeout = ExchangeError("no answer in time")
    static let closed = ExchangeError("the server closed the connection")
    static let tooLarge = ExchangeError("the answer is larger than 4 MiB")
}
