import APIClient
import ArgumentParser
import BrowserAuthenticator
import HTTPTypes
import Hummingbird
import NIOCore
import Sandbox
import Synchronization

/// The port of a service for browsers.
struct BrowserAddress: ParsableArguments {
    static let defaultPort = 8421

    @Option(help: "Listen on this port of 127.0.0.1; 0 picks a free one. Default: 8421.")
    var port = BrowserAddress.defaultPort

    func validate() throws {
        guard (0...65535).contains(port) else {
            throw CommandError.invalid("--port", "\(port)", expected: "a port (0 to 65535)")
        }
    }
}

/// Where a service for browsers listens, which is known only after its start.
final class BrowserPlace: Sendable {
    private let value = Mutex("")

    /// Without a trailing slash.
    var url: String { value.withLock { $0 } }

    /// Serves on loopback.
    /// - Parameters:
    ///   - bodyLimit: of a request, in bytes.
    ///   - head: the answer to a request whose body nobody needs, such as a refusal: it is not read.
    static func serve(
        at address: BrowserAddress, _ place: BrowserPlace, bodyLimit: Int,
        head: @escaping @Sendable (BrowserRequest) -> BrowserResponse?,
        _ respond: @escaping @Sendable (BrowserRequest) async -> BrowserResponse
    ) async throws -> LoopbackServer {
        let router = Router()
        for method in [HTTPRequest.Method.get, .post, .delete, .options] {
            for path in ["/", "**"] {
                router.on(RouterPath(path), method: method) { request, _ in
                    var call = BrowserRequest(request.head)
                    if let answer = head(call) {
                        var response = Response(answer)
                        // The rest of the connection belongs to a body that stays unread.
                        if request.mayHaveBody { response.headers[.connection] = "close" }
                        return response
                    }
                    call.body = Array(try await request.body.collect(upTo: bodyLimit).readableBytesView)
                    return Response(await respond(call))
                }
            }
        }
        let server: LoopbackServer
        do {
            server = try await LoopbackServer.start(router, port: address.port)
        } catch {
            throw CommandError(
                .cannotStart, at: "--port", "port \(address.port) of 127.0.0.1 cannot be used: \(error)",
                hint: "pass another one; --port 0 picks a free one")
        }
        place.value.withLock { $0 = server.url }
        return server
    }
}

extension BrowserRequest {
    fileprivate init(_ head: HTTPRequest) {
        self.init(
            method: head.method.rawValue, path: head.path ?? "/", host: head.authority,
            origin: head.headerFields[.origin], authorization: head.headerFields[.authorization],
            asksForPrivateNetwork: Self.privateNetwork.map { head.headerFields[$0] == "true" } ?? false)
    }

    private static let privateNetwork = HTTPField.Name("Access-Control-Request-Private-Network")
}

extension Request {
    /// RFC 9112 section 6.3.
    fileprivate var mayHaveBody: Bool {
        headers[.transferEncoding] != nil || headers[.contentLength].map { $0 != "0" } ?? false
    }
}

extension Response {
    fileprivate init(_ response: BrowserResponse) {
        var fields = HTTPFields()
        for (name, value) in response.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        self.init(
            status: .init(code: response.status), headers: fields,
            body: response.body.isEmpty ? .init() : .init(byteBuffer: ByteBuffer(bytes: response.body)))
    }
}
