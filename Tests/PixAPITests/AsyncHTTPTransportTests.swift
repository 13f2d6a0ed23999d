import Dispatch
import Glibc
import PixAPI
import Testing

@Suite struct AsyncHTTPTransportTests {
    /// A server that answers with a part and sends no more.
    private final class HalfServer: Sendable {
        let port: UInt16
        private let listener: Int32

        /// A head whose body never comes.
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
        /// - Parameter holds: whether the connection lasts until the client closes it.
        func serve(_ part: String = head, holds: Bool = true) {
            DispatchQueue(label: "half-server").async { [self] in
                let connection = accept(listener, nil, nil)
                defer { close(connection) }
                var buffer = [UInt8](repeating: 0, count: 4096)
                _ = read(connection, &buffer, buffer.count)
                _ = write(connection, part, part.utf8.count)
                while holds, read(connection, &buffer, buffer.count) > 0 {}
            }
        }
    }

    @Test("A request fails as unreachable if the answer's body does not arrive in time")
    func aBodyThatNeverComesIsGivenUp() async throws {
        let half = try HalfServer()
        half.serve()
        let transport = AsyncHTTPTransport(timeout: .milliseconds(200))
        let server = try #require(ServerURL("http://127.0.0.1:\(half.port)"))
        let error = await #expect(throws: PixClientError.self) {
            _ = try await transport.send(PixRequest(.get, "/institutions/"), to: server, authorization: .key(.sandbox))
        }
        #expect(error?.isUnreachable == true)
        await transport.shutdown()
    }

    @Test("A broken connection and a missing server are different errors", arguments: ["", HalfServer.head])
    func aBrokenConnectionIsNoMissingServer(part: String) async throws {
        let half = try HalfServer()
        half.serve(part, holds: false)
        let server = try #require(ServerURL("http://127.0.0.1:\(half.port)"))
        let transport = AsyncHTTPTransport()
        let error = await #expect(throws: PixClientError.self) {
            _ = try await transport.send(PixRequest(.get, "/institutions/"), to: server, authorization: .key(.sandbox))
        }
        await transport.shutdown()
        guard case .interrupted = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.isUnreachable == true)
    }
}
