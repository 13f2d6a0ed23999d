import APIClient
import Dispatch
import Glibc
import Synchronization
import Testing
import ToqueEncoding

@Suite struct AsyncHTTPTransportTests {
    /// A server that sends part of an answer and then stops.
    private final class HalfServer: Sendable {
        let port: UInt16
        private let listener: Int32
        private let request = Mutex("")

        /// The received request.
        var received: String { request.withLock { $0 } }

        /// A head whose body never arrives.
        static let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n"

        init() throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let listens = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0 && listen(listener, 1) == 0
                }
            }
            try #require(listens)
            port = UInt16(bigEndian: address.sin_port)
            self.listener = listener
        }

        deinit { close(listener) }

        /// Answers one request.
        /// - Parameters:
        ///   - end: The end of the request.
        ///   - holds: Whether the connection stays open until the client closes it.
        func serve(_ part: String = head, to end: String = "\r\n\r\n", holds: Bool = true) {
            DispatchQueue(label: "half-server").async { [self] in
                let connection = accept(listener, nil, nil)
                defer { close(connection) }
                var buffer = [UInt8](repeating: 0, count: 4096)
                while !received.hasSuffix(end) {
                    let count = read(connection, &buffer, buffer.count)
                    guard count > 0 else { return }
                    request.withLock { $0 += String(decoding: buffer[..<count], as: UTF8.self) }
                }
                _ = write(connection, part, part.utf8.count)
                while holds, read(connection, &buffer, buffer.count) > 0 {}
            }
        }
    }

    @Test("An answer whose body does not arrive in time and a missing server are different errors")
    func aBodyThatNeverComesIsGivenUp() async throws {
        let half = try HalfServer()
        half.serve()
        let transport = AsyncHTTPTransport(timeout: .milliseconds(200))
        let server = try #require(ServerURL("http://127.0.0.1:\(half.port)"))
        let error = await #expect(throws: ConnectionError.self) {
            _ = try await transport.send(APIRequest(.get, "/institutions/"), to: server)
        }
        await transport.shutdown()
        guard case .silent = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A broken connection and a missing server are different errors", arguments: ["", HalfServer.head])
    func aBrokenConnectionIsNoMissingServer(part: String) async throws {
        let half = try HalfServer()
        half.serve(part, holds: false)
        let server = try #require(ServerURL("http://127.0.0.1:\(half.port)"))
        let transport = AsyncHTTPTransport()
        let error = await #expect(throws: ConnectionError.self) {
            _ = try await transport.send(APIRequest(.get, "/institutions/"), to: server)
        }
        await transport.shutdown()
        guard case .interrupted = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Without a listener, the server is unreachable")
    func nobodyListens() async throws {
        // Its listener is closed too.
        let port = try HalfServer().port
        let server = try #require(ServerURL("http://127.0.0.1:\(port)"))
        let transport = AsyncHTTPTransport()
        let error = await #expect(throws: ConnectionError.self) {
            _ = try await transport.send(APIRequest(.get, "/"), to: server)
        }
        await transport.shutdown()
        guard case .unreachable = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "A body is sent with its type and the authorization with its scheme",
        arguments: [
            (APIRequest.Body.json(["a": 1]), "content-type: application/json", #"{"a":1}"#),
            (.text("a;b"), "content-type: text/plain; charset=utf-8", "a;b"),
            (.form([("a", "b c")]), "content-type: application/x-www-form-urlencoded", "a=b%20c"),
        ])
    func bodies(body: APIRequest.Body, type: String, text: String) async throws {
        let half = try HalfServer()
        half.serve("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Answer: yes\r\n\r\n{}", to: text)
        let server = try #require(ServerURL("http://127.0.0.1:\(half.port)/base/"))
        let transport = AsyncHTTPTransport()
        let request = APIRequest(
            .post, "/path", headers: [("Accept", "text/html"), ("X-One", "1")],
            authorization: .basic(user: "shop", password: "key"), body: body)
        let answer = try await transport.send(request, to: server)
        await transport.shutdown()
        #expect(answer.header("x-ANSWER") == "yes")
        #expect(try answer.json() == [:])
        let sent = half.received.lowercased()
        #expect(sent.hasPrefix("post /base/path http/1.1\r\n"))
        for line in [type, "accept: text/html", "x-one: 1", "authorization: basic c2hvcdprzxk="] {
            #expect(sent.contains("\r\n\(line)\r\n"), "\(line)")
        }
        #expect(sent.hasSuffix("\r\n\r\n\(text)"))
    }

    @Test("The description of an authorization does not contain the secret")
    func secretsAreHidden() {
        for authorization in [APIAuthorization.basic(user: "shop", password: "hunter2"), .bearer("hunter2")] {
            #expect(!"\(authorization) \(String(reflecting: authorization))".contains("hunter2"))
        }
    }
}
