import Glibc
import NIOCore
import Testing

@testable import Sandbox

@Suite struct ListeningTests {
    private let routes = [Route("GET", "open", access: .open) { .json(["url": .string($0.publicURL)]) }]

    @Test func servesIPv6() async throws {
        try await withServer(routes) { configuration in
            configuration.host = "::1"
        } _: { server in
            #expect(server.url == "http://[::1]:\(server.port)")
            let answer = try await server.send("GET", "/open")
            #expect(answer.text == #"{"url":"\#(server.url)"}"#)
        }
    }

    @Test func tellsWhoHasThePort() async throws {
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

    @Test(arguments: ["203.0.113.1", "no-such-host.invalid"])
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
}
