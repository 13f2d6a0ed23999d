import NIOCore
import ToqueEncoding

/// A request of a step.
struct FleetRequest: Sendable {
    var method: String
    /// With the query, percent-encoded.
    var path: String
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// Of the body. A header of this name takes its place.
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

    /// Adds headers. Those that the request has already, in any case, stay as they are.
    func with(_ headers: [(name: String, value: String)]) -> FleetRequest {
        var request = self
        guard !request.headers.isEmpty, !headers.isEmpty else {
            request.headers += headers
            return request
        }
        let own = Set(request.headers.map { $0.name.lowercased() })
        request.headers += headers.filter { !own.contains($0.name.lowercased()) }
        return request
    }
}

extension FleetRequest {
    /// The request as it is sent (RFC 9112 section 3), in one piece: one system call takes it.
    /// - Throws: for a path or a header that would end its line. Parts of them come from answers.
    func message(to server: FleetServer) throws(ExchangeError) -> ByteBuffer {
        guard path.isVisible else {
            throw ExchangeError("the request's path has spaces or control characters")
        }
        var message = ByteBufferAllocator().buffer(capacity: 256 + 64 * headers.count + body.count)
        message.writeString(method)
        message.writeStaticString(" ")
        message.writeString(server.url.path)
        message.writeString(path)
        message.writeStaticString(" HTTP/1.1\r\nHost: ")
        message.writeString(server.host)
        if let contentType, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            message.writeStaticString("\r\nContent-Type: ")
            message.writeString(contentType)
        }
        if !body.isEmpty || method != "GET" {
            message.writeStaticString("\r\nContent-Length: ")
            message.writeString(String(body.count))
        }
        for (name, value) in headers {
            guard name.isVisible, value.fitsHeader else {
                throw ExchangeError("a header of the request has control characters")
            }
            message.writeStaticString("\r\n")
            message.writeString(name)
            message.writeStaticString(": ")
            message.writeString(value)
        }
        message.writeStaticString("\r\n\r\n")
        message.writeBytes(body)
        return message
    }
}

extension String {
    fileprivate var isVisible: Bool { !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }
    fileprivate var fitsHeader: Bool { utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 } }
}

/// A request without an answer.
struct ExchangeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Without IDs and addresses, so that equal failures count together.
    let description: String

    init(_ description: String) { self.description = description }

    static let timeout = ExchangeError("no answer in time")
    static let closed = ExchangeError("the server closed the connection")
    static let stopped = ExchangeError("the fleet stopped")
    static let tooLarge = ExchangeError("the answer is larger than 4 MiB")
}
