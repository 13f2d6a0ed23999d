import AsyncHTTPClient
import Glibc
import NIOCore
import Testing

@testable import Sandbox

@Suite struct ListeningTests {
    private let routes = [Route("GET", "open", access: .open) { .json(["url": .string($0.publicURL)]) }]

    @Test("The server listens on an IPv6 address")
    func servesIPv6() async throws {
        try await withServer(routes) { configuration in
            configuration.host = "::1"
        } _: { server in
            #expect(server.url == "http://[::1]:\(server.port)")
            let answer = try await server.send("GET", "/open")
            #expect(answer.text == #"{"url":"\#(server.url)"}"#)
        }
    }

    @Test("Additional listeners serve only their own endpoints, without control, and stop with the server")
    func servesFurtherListeners() async throws {
        let routes = [
            Route("GET", "pages/{id}", access: .open) { .text($0.parameter("id")) },
            Route("GET", "things") { .text($0.tenant) },
        ]
        let urls = try await withServer(routes) {
            $0.listeners = [Listener(takes: { $0.access.isOpen }), Listener(host: "::1")]
        } _: { server async throws -> [String] in
            let urls = server.engine.listenerURLs
            #expect(urls.map { $0.hasPrefix("http://[::1]:") } == [false, true])
            func statuses(_ path: String) async throws -> [UInt] {
                var statuses: [UInt] = []
                for url in [server.url] + urls {
                    statuses.append(try await send(url + path))
                }
                return statuses
            }
            #expect(try await statuses("/pages/1") == [200, 200, 200])
            #expect(try await statuses("/things") == [401, 404, 401])
            #expect(try await statuses("/_toque") == [200, 404, 404])
            #expect(try await statuses("/_toque/health") == [200, 404, 404])
            #expect(server.engine.publicURL == server.url)
            #expect(try await server.journal.entries.map(\.path).contains("/pages/{id}"))
            return urls
        }
        for (host, url) in zip(["127.0.0.1", "::1"], urls) {
            let port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
            await #expect(throws: (any Error).self) { try await RawConnection.open(host: host, port) { _ in } }
        }
    }

    private func send(_ url: String) async throws -> UInt {
        try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(120)).status.code
    }

    @Test("An additional listener's port in use is reported")
    func tellsWhichPortIsInUse() async throws {
        try await withServer(routes) { first in
            let error = await #expect(throws: SandboxServerError.self) {
                try await withServer(routes) {
                    $0.listeners = [Listener(), Listener(port: first.port)]
                } _: { _ in
                }
            }
            #expect(
                error?.description.hasPrefix("cannot listen on 127.0.0.1:\(first.port): the port is in use") ?? false)
        }
    }

    @Test("A port in use is reported with the process that holds it")
    func tellsWhoHasThePort() async throws {
        try await withServer(routes) { first in
            let error = await #expect(throws: SandboxServerError.self) {
                try await withServer(routes) {
                    $0.port = first.port
                } _: { _ in
                }
            }
            let description = error?.description ?? ""
            #expect(description.hasPrefix("cannot listen on 127.0.0.1:\(first.port): the port is in use, by "))
            #expect(description.contains("(process \(getpid()))"))
        }
    }

    @Test(
        "An address that the server cannot listen on is reported", arguments: ["203.0.113.1", "no-such-host.invalid"])
    func tellsWhatIsWrongWithAnAddress(host: String) async throws {
        let error = await #expect(throws: SandboxServerError.self) {
            try await withServer(routes) {
                $0.host = host
                $0.control.isEnabled = false
            } _: { _ in
            }
        }
        #expect(error?.description.hasPrefix("cannot listen on \(host):0: ") ?? false)
    }

    @Test(
        "A listen address is read as host and port, and written the same",
        arguments: [
            ("127.0.0.1:8420", "127.0.0.1", 8420), ("[::1]:0", "::1", 0), ("localhost:65535", "localhost", 65_535),
        ])
    func readsAnAddress(text: String, host: String, port: Int) throws {
        let address = try #require(ListenAddress(text))
        #expect(address == ListenAddress(host: host, port: port))
        #expect(address.description == text)
    }

    @Test(
        "A malformed listen address is refused",
        arguments: [
            "", "127.0.0.1", ":80", "8420", "::1:80", "host:", "host:65536", "host:-1", "host:port", "a b:80",
        ])
    func refusesWhatIsNoAddress(text: String) { #expect(ListenAddress(text) == nil) }
}
