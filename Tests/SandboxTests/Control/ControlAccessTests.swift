import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct ControlAccessTests {
    private static let open = ["health", "metrics", "openapi.json"]

    @Test("The index of the control API lists its endpoints with summaries")
    func listsItsEndpoints() async throws {
        try await LampSandbox.run { sandbox throws in
            for path in ["", "/"] {
                let index = try await sandbox.send("GET", "/_toque\(path)")
                #expect(index["provider"] == "lamps")
                #expect(index["tenant"] == "a")
                #expect(
                    index["actions"] == [
                        [
                            "name": "switch_off", "summary": "Switch a lamp off.",
                            "parameters": [["name": "gently", "summary": "How."]],
                        ]
                    ])
                #expect(index["triggers"].arrayValue?.first?["name"] == "lamp.burnt")
                #expect(index["object_lines"] == [["id", "status"]])
                let endpoints = try #require(index["endpoints"].arrayValue)
                let named = endpoints.map { "\($0["method"]?.stringValue ?? "") \($0["path"]?.stringValue ?? "")" }
                #expect(named.contains("POST /_toque/clock/advance"))
                #expect(named.contains("DELETE /_toque/webhooks/{id}"))
                #expect(endpoints.allSatisfy { $0["summary"]?.stringValue?.isEmpty == false })
            }
        }
    }

    /// DNS rebinding, pages of other origins, and forms.
    @Test("A browser's request for another site is refused and changes no state")
    func refusesWhatABrowserSendsForOthers() async throws {
        try await LampSandbox.run { sandbox throws in
            let id = try await sandbox.lamp()
            let refused: [([(String, String)], String)] = [
                ([("Host", "evil.example")], "403 forbidden_host Host"),
                ([("Origin", "https://evil.example")], "403 cross_origin Origin"),
                ([("Sec-Fetch-Site", "cross-site")], "403 cross_origin Sec-Fetch-Site"),
                (
                    [("Content-Type", "application/x-www-form-urlencoded")],
                    "415 unsupported_media_type Content-Type"
                ),
            ]
            for (headers, refusal) in refused {
                let answer = try await sandbox.send("POST", "/_toque/reset", headers: headers, body: "")
                #expect(answer.refusal == refusal)
                #expect(answer["request_id"].stringValue == answer.headers["x-request-id"])
            }
            // An unknown endpoint reveals no more.
            let unknown = try await sandbox.send("GET", "/_toque/nothing", headers: [("Host", "evil.example")])
            #expect(unknown.refusal == "403 forbidden_host Host")
            #expect(unknown.headers["x-toque-nearest"] == nil)
            #expect(try await sandbox.status(id) == "off")
            #expect(try await sandbox.send("POST", "/_toque/reset").status == 204)
            #expect(try await sandbox.status(id) == nil)
        }
    }

    @Test("All control endpoints except the open ones require the control token")
    func asksForItsToken() async throws {
        try await LampSandbox.run {
            $0.control.token = "token-4711"
            $0.host = "0.0.0.0"
            $0.publicURL = "http://sandbox.example"
        } _: { sandbox throws in
            func get(_ path: String, _ token: String?, host: String) async throws -> LampSandbox.Answer {
                let authorization = token.map { [("Authorization", "Bearer \($0)")] } ?? []
                return try await sandbox.send(
                    "GET", "/_toque/\(path)", headers: [("Host", host)] + authorization)
            }
            let refused = try await get("clock", nil, host: "sandbox.example")
            #expect(refused.refusal == "401 authentication_failed Authorization")
            #expect(refused.headers["www-authenticate"] == "Bearer")
            #expect(!refused.text.contains("4711"))
            #expect(try await get("clock", "token-4712", host: "localhost").status == 401)
            #expect(try await get("clock", "token-4711", host: "sandbox.example").status == 200)
            #expect(try await get("clock", "token-4711", host: "evil.example").status == 403)
            for path in Self.open { #expect(try await get(path, nil, host: "evil.example").status == 200) }
        }
    }

    @Test("With control off, only the open endpoints answer")
    func canBeTurnedOff() async throws {
        try await LampSandbox.run {
            $0.control.isEnabled = false
        } _: { sandbox throws in
            for path in ["", "clock", "nothing", "events"] {
                #expect(try await sandbox.control("GET", path).refusal == "404 control_off -")
            }
            #expect(try await sandbox.control("POST", "health").status == 404)
            for path in Self.open { #expect(try await sandbox.control("GET", path).status == 200) }
        }
    }

    @Test("The open endpoints report health, metrics, and the OpenAPI document")
    func tellsAboutTheServer() async throws {
        try await LampSandbox.run { sandbox throws in
            #expect(try await sandbox.control("GET", "health").json == ["status": "ready"])
            #expect(try await sandbox.control("GET", "openapi.json")["url"] == .string(sandbox.server.url))
            let metrics = try await sandbox.control("GET", "metrics")
            #expect(metrics.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
            #expect(metrics.text.contains("# TYPE "))
            let head = try await sandbox.send("HEAD", "/_toque/health")
            #expect(head.status == 200)
            #expect(head.text.isEmpty)
            for state in [Readiness.State.starting, .stopping] {
                sandbox.engine.readiness.state = state
                let health = try await sandbox.control("GET", "health")
                #expect(health.status == 503)
                #expect(health.json == ["status": .string(state.rawValue)])
            }
        }
    }

    @Test("A wrong control request is refused with its status, code, and field")
    func namesWhatIsWrong() async throws {
        try await LampSandbox.run { sandbox throws in
            let refused: [(String, String, JSON?, String)] = [
                ("GET", "nothing", nil, "404 not_found -"),
                ("POST", "clock", nil, "405 method_not_allowed -"),
                ("GET", "clock?tenant=c", nil, "404 not_found tenant"),
                ("GET", "clock?tenant=", nil, "404 not_found tenant"),
                ("GET", "clock?tenant=a&tenant=b", nil, "400 invalid tenant"),
                ("GET", "events?limit=0", nil, "400 invalid limit"),
                ("GET", "events?limit=1001", nil, "400 invalid limit"),
                ("GET", "events?after=-1", nil, "400 invalid after"),
                ("GET", "events?after=9223372036854775808", nil, "400 invalid after"),
                ("GET", "events?types=x", nil, "400 invalid types"),
                ("GET", "requests?status=99", nil, "400 invalid status"),
                ("GET", "deliveries?state=lost", nil, "400 invalid state"),
                ("PUT", "scenario", ["scenario": "unheard"], "400 invalid scenario"),
                ("PUT", "scenario", ["scenario": "unavailable:0"], "400 invalid scenario"),
                ("PUT", "scenario", ["scenario": 1], "400 invalid scenario"),
                ("PUT", "scenario", [:], "400 required scenario"),
                ("PUT", "scenario", ["scenario": "success", "color": 1], "400 invalid color"),
                ("PUT", "scenario", ["scenario": "success", "object": "none"], "404 not_found object"),
                ("PUT", "scenario", [], "400 invalid -"),
                ("DELETE", "scenario?object=none", nil, "404 not_found object"),
                ("POST", "trigger", ["event": "lamp.lost"], "400 invalid event"),
                ("POST", "trigger", nil, "400 required event"),
                ("POST", "trigger", ["event": "lamp.burnt", "height": "red"], "400 invalid height"),
                ("POST", "objects/x/break", nil, "404 not_found action"),
                ("POST", "objects/x/switch_off", ["softly": true], "400 invalid softly"),
                ("POST", "objects/none/switch_off", nil, "404 not_found -"),
                ("POST", "reset", ["hard": true], "400 invalid hard"),
                ("POST", "clock/freeze", ["at": "yesterday"], "400 invalid at"),
                ("POST", "clock/advance", [:], "400 required seconds"),
                ("POST", "clock/advance", ["seconds": 1, "to": "2027-01-01T00:00:00Z"], "400 required seconds"),
                ("POST", "clock/advance", ["seconds": -1], "400 invalid seconds"),
                ("POST", "clock/advance", ["seconds": 400_000_000], "400 invalid seconds"),
                ("POST", "clock/advance", ["to": "2026-03-01T11:59:59Z"], "400 invalid to"),
                ("POST", "clock/advance", ["to": "2036-03-03T00:00:00Z"], "400 invalid to"),
                ("POST", "keys", ["id": "with:colon"], "400 invalid id"),
                ("POST", "keys", ["id": "with/slash"], "400 invalid id"),
                ("POST", "keys", ["id": ""], "400 invalid id"),
                ("POST", "keys", ["secret": "short"], "400 invalid secret"),
                ("POST", "keys", ["id": "a"], "409 exists id"),
                ("DELETE", "keys/c", nil, "404 not_found -"),
                ("DELETE", "keys/a", nil, "409 configured id"),
                ("POST", "webhooks", ["url": "http://example.com/"], "400 invalid url"),
                ("POST", "webhooks", ["url": "https://example.com/", "token": ""], "400 invalid token"),
                ("DELETE", "webhooks/7", nil, "404 not_found -"),
                ("POST", "deliveries/7/replay", nil, "404 not_found -"),
                ("GET", "ceremonies/none", nil, "404 not_found -"),
            ]
            for (method, path, body, refusal) in refused {
                let answer = try await sandbox.control(method, path, body)
                #expect(answer.refusal == refusal, "\(method) \(path) \(body?.serialized() ?? "")")
                #expect(answer["message"].stringValue?.isEmpty == false)
            }
            #expect(try await sandbox.control("POST", "clock").headers["allow"] == "GET")
            let nearest = try await sandbox.control("GET", "clocks").headers["x-toque-nearest"]
            #expect(nearest == "GET /_toque/clock/")
            let broken = try await sandbox.send(
                "PUT", "/_toque/scenario", headers: [("Content-Type", "application/json")], body: "{")
            #expect(broken.refusal == "400 invalid_json -")
        }
    }
}
