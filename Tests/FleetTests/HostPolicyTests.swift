import APIClient
import Testing

@testable import Fleet

/// Which hosts may get load.
@Suite struct HostPolicyTests {
    private func addresses(_ url: String, allowing hosts: [String] = []) throws -> [String?] {
        try HostPolicy(allowing: hosts).addresses(of: #require(ServerURL(url))).map(\.ipAddress)
    }

    @Test(
        "Loopback is allowed, by address and by name",
        arguments: ["http://127.0.0.1:1", "http://[::1]:2", "http://localhost:3"])
    func loopback(_ url: String) throws { #expect(try !addresses(url).isEmpty) }

    @Test(
        "Any other host is refused before its name is resolved",
        arguments: ["http://192.0.2.1", "https://shop.example", "http://127.0.0.1.example", "http://[2001:db8::1]:80"])
    func refused(_ url: String) throws {
        let error = #expect(throws: TargetError.self) { try addresses(url) }
        #expect(error?.isRefusal == true)
        #expect(error?.remedy?.hasPrefix("pass --allow-host ") == true)
    }

    @Test("A page that an answer leads to is admitted by the same rules; a path stays at its server")
    func pages() async throws {
        let network = try FleetNetwork(policy: HostPolicy(), timeout: .seconds(1))
        let base = try await network.admit(#require(ServerURL("http://127.0.0.1:8420/api")))
        let path = try await network.admit("/page?a=1", from: base)
        #expect(path.server.url.description == "http://127.0.0.1:8420" && path.path == "/page?a=1")
        let page = try await network.admit("http://localhost:99/x#top", from: base)
        #expect(page.server.url.description == "http://localhost:99" && page.path == "/x")
        await #expect(throws: TargetError.notAllowed("192.0.2.1")) {
            _ = try await network.admit("http://192.0.2.1/page", from: base)
        }
        await #expect(throws: TargetError.notURL) { _ = try await network.admit("//192.0.2.1/page", from: base) }
    }

    @Test("A named host is allowed, in any case, and no other one")
    func allowed() throws {
        #expect(try addresses("http://192.0.2.1:80", allowing: ["192.0.2.1"]) == ["192.0.2.1"])
        #expect(throws: TargetError.notAllowed("192.0.2.2")) {
            try addresses("http://192.0.2.2", allowing: ["192.0.2.1"])
        }
        // Reserved (RFC 6761), so it has no address; it is asked for because it is allowed.
        let error = #expect(throws: TargetError.self) {
            try addresses("http://shop.invalid", allowing: ["SHOP.invalid"])
        }
        #expect(error?.isRefusal == false)
    }
}
