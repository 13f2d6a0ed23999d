import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct JournalMaskTests {
    private static let table = RouteTable([
        Route("GET", "approvals/{handle}", access: .open) { _ in .noContent },
        Route("GET", "things/{id}") { _ in .noContent },
        Route("GET", "approvals") { _ in .noContent },
        Route("GET", "v2/approvals/status") { _ in .noContent },
    ])
    private let mask = JournalMask(MessageSecrets(besides: ["pin"]), openPattern: Self.table.openPattern)

    private func json(_ text: String) -> String {
        let message = mask.request(headers: [("Content-Type", "application/json")], body: Array(text.utf8))
        return String(decoding: message.body, as: UTF8.self)
    }

    @Test(
        "A JSON body is journaled with its secrets masked",
        arguments: [
            (#"{"a":1}"#, #"{"a":1}"#), (#"{"code" : "x", "a":[2]}"#, #"{"code" : "***", "a":[2]}"#),
            (#"{"a":{"risk_signals":{"x":[{"y":"}"}]},"b":3}}"#, #"{"a":{"risk_signals":"***","b":3}}"#),
            (#"[{"pin":12,"b":1},{"pin":null}]"#, #"[{"pin":"***","b":1},{"pin":null}]"#),
            (#"{"Token":"x"}"#, #"{"Token":"***"}"#), (#"{"t\u006fken":"x"}"#, #"{"t\u006fken":"***"}"#),
            (#"{"a":"token","b":"\"token\":"}"#, #"{"a":"token","b":"\"token\":"}"#),
            (#"{"secret":"half"#, #"{"secret":"***""#), (#"{"secret":{"half":["#, #"{"secret":"***""#),
            (#"{"a":"half"#, #"{"a":"half"#), ("{token:'x'}", "{t"), ("", ""), ("\"", "\""), (#""\"#, #""\"#),
            (
                #"{"url":"https://x.example/cb?state=1&b=2#code=3"}"#,
                #"{"url":"https://x.example/cb?state=***&b=2#code=***"}"#
            ),
            (
                #"{"url":"http://u:p@h:1/api/approvals/handle?next=https%3A%2F%2Fx.example%2F%3Fcode%3D5"}"#,
                #"{"url":"http://h:1/api/approvals/{handle}?next=https%3A%2F%2Fx.example%2F%3Fcode%3D%2A%2A%2A"}"#
            ),
            (#"{"url":"http://u:p@/x"}"#, #"{"url":"http:///x"}"#),
            // A separator with a combining accent is still a separator.
            ("{\"url\":\"http://h/x?\u{301}&code=3\"}", "{\"url\":\"http://h/x?\u{301}&code=***\"}"),
        ])
    func masksBodies(body: String, masked: String) { #expect(json(body) == masked) }

    @Test("A body shows no secret, wherever it is cut")
    func masksEveryStartOfABody() {
        let body = Array(#"{"a":"b","token":"4711","c":{"pin":4711,"code":["4711"]},"id_token":{"x":"4711"}}"#.utf8)
        for count in 0...body.count {
            #expect(!json(String(decoding: body[..<count], as: UTF8.self)).contains("4"))
        }
    }

    /// An error's code and an address' state are not secrets.
    @Test("The members code and state of an answer are not masked, but its secrets are")
    func leavesWordsOfAnswers() {
        let body = Array(#"[{"code":"invalid","state":"SP","access":"x","pin":"1"}]"#.utf8)
        let message = mask.answer(headers: [("Location", "/approvals/4711?state=1")], body: body)
        #expect(
            String(decoding: message.body, as: UTF8.self)
                == #"[{"code":"invalid","state":"SP","access":"***","pin":"***"}]"#)
        #expect(message.headers.map(\.value) == ["/approvals/{handle}?state=***"])
    }

    @Test("Secrets in headers and form bodies are masked")
    func masksHeadersAndForms() {
        let message = mask.request(
            headers: [
                ("Authorization", "Basic x"), ("cookie", "a=b"), ("Referer", "http://h/approvals/x"), ("PIN", "1"),
                ("Accept", "a"), ("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"),
            ], body: Array("a=1&c%6Fde=2&state=3&=4&%ff=5&state".utf8))
        #expect(
            message.headers.map(\.value) == [
                "***", "***", "http://h/approvals/{handle}", "***", "a",
                "application/x-www-form-urlencoded; charset=utf-8",
            ])
        #expect(
            String(decoding: message.body, as: UTF8.self) == "a=1&c%6Fde=***&state=***&=4&%ff=***&state=***")
    }

    @Test("A body that cannot be searched for secrets is left out of the journal")
    func keepsNoBodyThatCannotBeSearched() {
        let message = mask.answer(headers: [("Content-Type", "text/html")], body: Array("<p>4711".utf8))
        #expect(message.body.isEmpty)
        #expect(message.size == 7)
        #expect(message.bodyState == .omitted)
    }

    @Test("A long body is cut at the journal's limit")
    func cutsLongBodies() {
        let text = #"{"a":["# + String(repeating: "1,", count: 20_000) + #"1],"token":"4711"}"#
        let message = mask.request(headers: [], body: Array(text.utf8))
        #expect(message.body.count == JournalMask.maximumBody)
        #expect(message.bodyState == .cut)
        #expect(message.size == text.utf8.count)
    }

    @Test("Parameters of open paths and secrets in queries are masked")
    func masksPathsOfOpenEndpoints() {
        #expect(mask.path("/approvals/4711/") == "/approvals/{handle}")
        #expect(mask.path("/api/approvals/4711") == "/api/approvals/{handle}")
        #expect(mask.path("/things/4711") == "/things/4711")
        #expect(mask.path("/v2/approvals/status") == "/v2/approvals/status")
        #expect(mask.path("/v2/approvals/4711") == "/v2/approvals/{handle}")
        #expect(mask.path("/%61pprovals/%34711") == "/approvals/{handle}")
        #expect(mask.path("/approvals/4711%zz") == "/approvals/{handle}")
        #expect(mask.query("a=1&token=4711") == "a=1&token=***")
    }

    @Test("The journal of a running server contains no secret of its requests")
    func keepsNoSecretOfARequest() async throws {
        let routes = [
            Route("POST", "things/{id}", secrets: ["pin"]) { _ in
                .json(["redirect": "http://x.example/approvals/4711", "access": "4711", "pin": "4711", "a": "shown"])
            },
            Route("GET", "approvals/{handle}", access: .open) { _ in
                SandboxResponse(status: 302, headers: [("Location", "https://x.example/?code=4711")])
            },
        ]
        try await withServer(routes) { server in
            _ = try await server.send(
                "POST", "/things/seven?token=4711", headers: [("Cookie", "4711")],
                body: #"{"pin":"4711","risk_signals":{"a":"4711"},"b":"shown too"}"#)
            var request = [("X-Request-Id", "mine")]
            request.append(("Referer", "https://x.example/approvals/4711"))
            _ = try await server.send("PUT", "/approvals/4711", headers: request)
            _ = try await server.send("POST", "/things/seven", secret: "4711")
            let page = try await server.journal.page(tenant: "id")
            let text = JSON.array(page.entries.map(\.json)).serialized()
            #expect(!text.contains("4711"))
            for shown in ["shown", "shown too", "/things/seven", "mine", "/approvals/{handle}"] {
                #expect(text.contains(shown))
            }
            #expect(page.entries.map(\.status) == [200, 405, 401])
            #expect(page.entries.map(\.method) == ["POST", "PUT", "POST"])
        }
    }
}
