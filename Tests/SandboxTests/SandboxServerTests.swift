import AsyncHTTPClient
import Glibc
import Logging
import NIOCore
import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct SandboxServerTests {
    private struct DiskFull: Error, CustomStringConvertible {
        let description = "no space left for secret-4711"
    }

    /// Keeps the log's messages.
    private final class Lines: Sendable {
        let texts = Mutex<[String]>([])
    }

    private struct Recorder: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.error

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.texts.withLock { $0.append("\(event.message)") } }
    }

    private func run(
        lines: Lines = Lines(), _ body: (SandboxServer, String) async throws -> Void
    ) async throws {
        let provider = TestProvider(routes: [
            Route("GET", "open/{name}", access: .open) { request in
                .json(["name": .string(request.parameter("name")), "q": .string(request.query("q") ?? "")])
            },
            Route("POST", "echo") { request in
                SandboxResponse(status: 200, body: Array(request.tenant.utf8) + request.body)
            },
            Route("DELETE", "gone") { _ in .noContent },
            Route("GET", "broken") { _ in throw DiskFull() },
        ])
        var configuration = SandboxConfiguration(
            keys: [APIKey(id: "id", secret: "secret")], logger: Logger(label: "test") { _ in Recorder(lines: lines) })
        configuration.clock = ManualClock(now: Timestamp(microseconds: 0))
        configuration.limits.bodySize = 100
        configuration.shutdownGrace = .milliseconds(10)
        let server = try await SandboxServer(configuration, provider: provider)
        try await body(server, "http://127.0.0.1:\(server.port)")
        await server.stop()
    }

    /// A frozen clock applies to new tenants only: a warning names the others.
    @Test("A start with a frozen clock warns of tenants whose clocks are not frozen")
    func saysWhoseClockIsNotFrozen() async throws {
        let file = try SandboxFile()
        let frozen = LampSandbox.start + .seconds(60)
        func warnings(_ frozenAt: Timestamp?) async throws -> [String] {
            let lines = Lines()
            try await LampSandbox.run {
                $0.database = file.location
                $0.frozenAt = frozenAt
                $0.logger = Logger(label: "test") { _ in Recorder(lines: lines, logLevel: .warning) }
            } _: { _ in
            }
            return lines.texts.withLock { $0.filter { $0.hasPrefix("the time") } }
        }
        #expect(try await warnings(nil) == [])
        let told = try await warnings(frozen)
        #expect(
            told == [
                "the time does not stand at \(frozen) for tenants with a state of their own: \"a\", \"b\"; reset them"
            ])
        try await LampSandbox.run {
            $0.database = file.location
            $0.frozenAt = frozen
        } _: { sandbox throws in
            for tenant in ["a", "b"] {
                #expect(try await sandbox.control("POST", "reset?tenant=\(tenant)").status == 204)
            }
        }
        #expect(try await warnings(frozen) == [])
    }

    private func send(
        _ method: String, _ url: String, body: String? = nil
    ) async throws -> (status: UInt, headers: [String: String], text: String) {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        request.setBasicAuth(username: "id", password: "secret")
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
        let headers = Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
        return (response.status.code, headers, String(buffer: try await response.body.collect(upTo: 1 << 20)))
    }

    @Test("The server answers routes with parameters, bodies, or no content, and journals them")
    func serves() async throws {
        try await run { server, url in
            let open = try await send("GET", url + "/open/a/?q=b%20c")
            #expect(open.text == #"{"name":"a","q":"b c"}"#)
            #expect(open.headers["x-request-id"]?.count == 32)
            #expect(try await send("POST", url + "/echo", body: "!").text == "id!")
            let gone = try await send("DELETE", url + "/gone")
            #expect(gone.status == 204)
            #expect(gone.text.isEmpty)
            // RFC 9110 section 8.6: not in a 204.
            #expect(gone.headers["content-length"] == nil)
            #expect(try await server.journal.entries.map(\.path) == ["/open/{name}", "/echo", "/gone"])
        }
    }

    @Test("A HEAD request gets the status and headers of GET without a body")
    func answersHEADWithoutABody() async throws {
        try await run { server, url in
            let head = try await send("HEAD", url + "/open/a")
            #expect(head.status == 200)
            #expect(head.headers["content-length"] == "19")
            #expect(head.text.isEmpty)
            #expect(try await send("HEAD", url + "/unknown").status == 404)
            #expect(try await server.journal.entries.map(\.method) == ["HEAD", "HEAD"])
        }
    }

    /// The parameter of an open path is a secret under every method.
    @Test("The journal masks the parameter of an open path even if the method is refused")
    func theJournalLeavesOutWhatOpenPathsCarry() async throws {
        try await run { server, url in
            let refused = try await send("PUT", url + "/open/secret-4711")
            #expect(refused.status == 405)
            #expect(try await server.journal.entries.map(\.path) == ["/open/{name}"])
        }
    }

    @Test("A body over the limit is refused with 413")
    func boundsBodies() async throws {
        try await run { _, url in
            let most = String(repeating: "x", count: 100)
            #expect(try await send("POST", url + "/echo", body: most).status == 200)
            let tooMuch = try await send("POST", url + "/echo", body: most + "x")
            #expect(tooMuch.status == 413)
            #expect(tooMuch.text.contains("body_too_large"))
        }
    }

    @Test("The server stops although a client has sent only half a request")
    func stopsBesideAStalledClient() async throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        try await run { server, _ in
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(server.port).bigEndian
            address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
            let connected = withUnsafePointer(to: address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            try #require(connected == 0)
            // In one write: a server that has answered the first request has the start of the second.
            let requests = """
                GET /open/a HTTP/1.1\r\nHost: x\r\n\r\n\
                POST /echo HTTP/1.1\r\nHost: x\r\nAuthorization: Basic aWQ6c2VjcmV0\r\nContent-Length: 9\r\n\r\nhalf
                """
            try #require(write(descriptor, requests, requests.utf8.count) == requests.utf8.count)
            var byte: UInt8 = 0
            #expect(read(descriptor, &byte, 1) == 1)
        }
    }

    @Test("An internal fault is answered with 503 and described only in the log")
    func neverAnswers500() async throws {
        let lines = Lines()
        try await run(lines: lines) { server, url in
            let broken = try await send("GET", url + "/broken")
            #expect(broken.status == 503)
            #expect(!broken.text.contains("secret-4711"))
            let id = try #require(broken.headers["x-request-id"])
            #expect(broken.text == #"{"code":"service_unavailable","id":"\#(id)"}"#)
            #expect(lines.texts.withLock { $0 } == ["request \(id) failed: no space left for secret-4711"])
            #expect(try await server.journal.entries.map(\.errorCode) == ["service_unavailable"])
        }
    }
}
