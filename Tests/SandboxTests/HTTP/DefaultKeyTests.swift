import Testing

@testable import Sandbox

/// The default key is public: a web page in a browser on this machine must not use it.
@Suite struct DefaultKeyTests {
    private let routes = [
        Route("GET", "things") { _ in .json(["ok": true]) }, Route("GET", "open", access: .open) { _ in .noContent },
        Route("POST", "token", access: .open) { request in
            .json(["isTaken": .bool(try await request.takes(.sandbox))])
        },
    ]

    private func run(_ body: (SandboxServer) async throws -> Void) async throws {
        try await withServer(routes) {
            $0.keys.append(.sandbox)
            $0.publicURL = "https://pix.example:8443"
        } _: {
            try await body($0)
        }
    }

    private static let foreign = [
        ("Host", "evil.example", "forbidden_host"), ("Host", "localhost.evil.example:8420", "forbidden_host"),
        ("Origin", "https://evil.example", "cross_origin"), ("Origin", "null", "cross_origin"),
        ("Sec-Fetch-Site", "cross-site", "cross_origin"),
    ]

    @Test("A page of another origin cannot use the default key", arguments: foreign)
    func refusesForeignPages(name: String, value: String, code: String) async throws {
        try await run { server in
            let headers = [(name, value)]
            for (method, path) in [("GET", "/things"), ("POST", "/token")] {
                let answer = try await server.send(
                    method, path, headers: headers, id: APIKey.sandbox.id, secret: APIKey.sandbox.secret)
                #expect(answer.status == 403, "\(path)")
                #expect(answer.text.contains(code), "\(path)")
            }
        }
    }

    @Test("A page of another origin that has a tenant's own key is answered", arguments: foreign)
    func takesOtherKeysFromAnywhere(name: String, value: String, code: String) async throws {
        try await run { server in
            #expect(try await server.send("GET", "/things", headers: [(name, value)]).status == 200)
            #expect(try await server.send("GET", "/open", headers: [(name, value)]).status == 204)
            let wrong = try await server.send(
                "GET", "/things", headers: [(name, value)], id: APIKey.sandbox.id, secret: "wrong")
            #expect(wrong.status == 401)
        }
    }

    @Test(
        "The default key is accepted from programs on this machine and under the public URL",
        arguments: [
            [], [("Host", "localhost:5173"), ("Origin", "http://localhost:5173")], [("Host", "pix.example:8443")],
            [("Host", "127.0.0.1"), ("Sec-Fetch-Mode", "cors")],
        ])
    func takesDefaultKey(headers: [(String, String)]) async throws {
        try await run { server in
            for (method, path) in [("GET", "/things"), ("POST", "/token")] {
                let answer = try await server.send(
                    method, path, headers: headers, id: APIKey.sandbox.id, secret: APIKey.sandbox.secret)
                #expect(answer.status == 200, "\(path) \(answer.text)")
            }
        }
    }
}
