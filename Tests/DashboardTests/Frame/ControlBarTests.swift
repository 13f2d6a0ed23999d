import Testing
import ToqueEncoding

@testable import Dashboard

@Suite("The control bar")
struct ControlBarTests {
    @Test("It sets and clears the default scenario, and returns to the page")
    func scenario() async throws {
        try await DashboardSandbox.run { sandbox in
            let name = try #require(sandbox.server.engine.provider.scenarios.dropFirst().first?.name)
            let answer = try await sandbox.post(
                "/_toque/view/scenario/set",
                FormURLEncoding.encode([("scenario", name), ("from", "/_toque/view/objects?kind=enrollment")]))
            #expect(answer.status == 303)
            #expect(answer.headers["location"] == "/_toque/view/objects?kind=enrollment")
            #expect(try await sandbox.control("GET", "scenarios")["default"]?.stringValue == name)
            #expect(
                try await sandbox.page("/_toque/").text.contains(
                    ">toque sandbox scenario set<span data-field=\"scenario\" data-option=\"\" data-placeholder=\"NAME\""
                        + " data-required> \(name)</span>"))
            _ = try await sandbox.post("/_toque/view/scenario/clear")
            #expect(try await sandbox.control("GET", "scenarios")["default"]?.isNull == true)
        }
    }

    @Test("A wrong name is a page with the reason, and nothing changes")
    func unknownScenario() async throws {
        try await DashboardSandbox.run { sandbox in
            let answer = try await sandbox.post("/_toque/view/scenario/set", "scenario=%3Cb%3Enone%3C%2Fb%3E")
            #expect(answer.status == 400)
            #expect(answer.isPage)
            #expect(!answer.text.contains("<b>none"))
            #expect(try await sandbox.control("GET", "scenarios")["default"]?.isNull == true)
        }
    }

    @Test("It moves a frozen clock, by a time and to the next timer")
    func clock() async throws {
        try await DashboardSandbox.run { sandbox in
            try await sandbox.trigger("enrollment.pending")
            #expect(try await sandbox.page("/_toque/").text.contains("frozen"))
            _ = try await sandbox.post("/_toque/view/clock/advance", "by=1m30s")
            #expect(try await sandbox.control("GET", "clock")["now"]?.stringValue == "2026-03-01T12:01:30.000000Z")
            let next = try #require(try await sandbox.control("GET", "clock")["next"]?.stringValue)
            _ = try await sandbox.post("/_toque/view/clock/advance", FormURLEncoding.encode([("to", next)]))
            #expect(try await sandbox.control("GET", "clock")["now"]?.stringValue == next)
            #expect(try await sandbox.post("/_toque/view/clock/advance", "by=soon").status == 400)
        }
    }

    @Test("A saved state comes back after a reset")
    func state() async throws {
        try await DashboardSandbox.run { sandbox in
            let object = try await sandbox.trigger("enrollment.failed")
            let summary = try await sandbox.control("GET", "summary")
            let state = try await sandbox.send("GET", "/_toque/state", accept: "*/*").text
            #expect(try await sandbox.post("/_toque/view/reset").headers["location"] == "/_toque/")
            #expect(try await sandbox.control("GET", "summary")["objects"]?.arrayValue?.isEmpty == true)
            let loaded = try await sandbox.post("/_toque/view/load", FormURLEncoding.encode([("state", state)]))
            #expect(loaded.status == 303)
            #expect(try await sandbox.control("GET", "summary") == summary)
            #expect(
                try await sandbox.control("GET", "objects/\(object["id"]?.stringValue ?? "")")["status"]
                    == object["status"])
            #expect(try await sandbox.post("/_toque/view/load", "state=no").status == 400)
            #expect(try await sandbox.post("/_toque/view/load", "state=").status == 400)
        }
    }

    @Test("A state comes from a file, whose form is whole or refused")
    func file() async throws {
        try await DashboardSandbox.run { sandbox in
            _ = try await sandbox.trigger("enrollment.failed")
            let summary = try await sandbox.control("GET", "summary")
            let state = try await sandbox.send("GET", "/_toque/state", accept: "*/*").text
            func load(_ body: String, type: String = "multipart/form-data; boundary=x-7") async throws -> Int {
                try await sandbox.send("POST", "/_toque/view/load", body, type: type).status
            }
            func part(_ name: String, _ content: String) -> String {
                "--x-7\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"a.json\"\r\n\r\n\(content)\r\n"
            }
            _ = try await sandbox.post("/_toque/view/reset")
            for body in [
                "", "--x-7--\r\n", part("file", state), part("file", "") + "--x-7--",
                "--x-7\r\n\r\n\(state)\r\n--x-7--",
                part("file", "\r\n--x-") + "--x-7--", "--x-8" + part("file", state).dropFirst(5) + "--x-8--",
            ] {
                #expect(try await load(body) == 400, "\(body.prefix(60))")
            }
            #expect(try await load(part("file", state) + "--x-7--", type: "multipart/form-data") == 415)
            #expect(try await sandbox.control("GET", "summary")["objects"]?.arrayValue?.isEmpty == true)
            #expect(try await load(part("state", "") + part("file", state) + "--x-7--\r\n") == 303)
            #expect(try await sandbox.control("GET", "summary") == summary)
        }
    }

    @Test("Of many tenants, the page has some and finds the others")
    func manyTenants() async throws {
        try await DashboardSandbox.run { sandbox in
            func bar(_ query: String = "") async throws -> String { try await sandbox.page("/_toque/\(query)").text }
            let single = try await bar()
            #expect(!single.contains("list=\"tenants\""))
            for number in 100...200 {
                _ = try await sandbox.control("POST", "keys", ["id": .string("k\(number)"), "secret": "a-long-secret"])
            }
            let page = try await bar()
            #expect(page.contains("value=\"k150\"") && !page.contains("value=\"k200\""))
            #expect(page.contains("data-search=") && page.contains("tenants.js"))
            let other = try await bar("?tenant=k200")
            #expect(other.contains("value=\"k200\""))
            let found = try await sandbox.control("GET", "keys?search=19&limit=5")["keys"]?.arrayValue ?? []
            #expect(found.compactMap { $0["id"]?.stringValue } == ["k119", "k190", "k191", "k192", "k193"])
        }
    }

    @Test("Links keep the tenant that the page names")
    func tenant() async throws {
        try await DashboardSandbox.run { sandbox in
            _ = try await sandbox.control("POST", "keys", ["id": "second", "secret": "a-long-secret"])
            let page = try await sandbox.page("/_toque/?tenant=second").text
            #expect(
                page.contains("href=\"/_toque/view/objects?tenant&#x3D;second\"")
                    || page.contains("href=\"/_toque/view/objects?tenant=second\""))
            #expect(page.contains("--tenant second"))
            _ = try await sandbox.control("DELETE", "keys/second")
            #expect(try await sandbox.page("/_toque/?tenant=second").status == 404)
        }
    }
}
