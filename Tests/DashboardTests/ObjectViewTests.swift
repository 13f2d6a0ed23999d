import Pages
import SandboxKit
import Testing
import ToqueEncoding

@testable import Dashboard

@Suite("Objects in the dashboard")
struct ObjectViewTests {
    @Test("Every provider's objects have their views", arguments: DashboardSandbox.Kind.allCases)
    func providers(kind: DashboardSandbox.Kind) async throws {
        try await DashboardSandbox.run(kind) { sandbox in
            for event in sandbox.server.engine.provider.triggers { try await sandbox.trigger(event.name) }
            let overview = try await sandbox.page("/_toque/")
            #expect(overview.status == 200)
            let list = try await sandbox.control("GET", "objects?limit=1000")["objects"]?.arrayValue ?? []
            #expect(!list.isEmpty)
            for object in list {
                let id = try #require(object["id"]?.stringValue)
                let page = try await sandbox.page("/_toque/view/objects/\(FormURLEncoding.encode(id))")
                #expect(page.status == 200)
                #expect(page.text.contains("data-lane"))
            }
            let counted = try await sandbox.control("GET", "summary")["objects"]?.arrayValue ?? []
            #expect(counted.reduce(0) { $0 + ($1["count"]?.intValue ?? 0) } == list.count)
            let page = try await sandbox.page("/_toque/view/objects")
            #expect(list.prefix(50).allSatisfy { page.text.contains($0["id"]?.stringValue ?? "-") })
        }
    }

    @Test("Filters, a search and pages find objects")
    func lists() async throws {
        try await DashboardSandbox.run { sandbox in
            let wanted = try await sandbox.trigger("enrollment.failed", ["external_id": "order-7"])
            let id = try #require(wanted["id"]?.stringValue)
            for _ in 0..<60 { try await sandbox.trigger("enrollment.pending") }
            func finds(_ query: String) async throws -> Bool {
                try await sandbox.page("/_toque/view/objects\(query)").text.contains(id)
            }
            #expect(try await !finds(""))
            #expect(try await finds("?status=FAILED"))
            #expect(try await finds("?kind=enrollment&reason=rejected_by_user"))
            #expect(try await !finds("?kind=enrollment&status=SUCCEEDED"))
            #expect(try await finds("?search=order-7"))
            #expect(try await finds("?search=\(id.prefix(8))"))
            #expect(try await !finds("?search=order-8"))
            let next = try #require(try await sandbox.control("GET", "objects?limit=50")["next"]?.intValue)
            #expect(try await finds("?before=\(next)"))
        }
    }

    @Test("Its timeline has requests, changes, ceremonies and pending timers")
    func timeline() async throws {
        try await DashboardSandbox.run { sandbox in
            let object = try await sandbox.trigger("enrollment.succeeded")
            let id = try #require(object["id"]?.stringValue)
            let key = sandbox.server.engine.provider.defaultKey
            _ = try await sandbox.send(
                "GET", "/enrollments/\(id)/", accept: "application/json",
                headers: [("Authorization", "Basic \(Base64.encode(Array("\(key.id):\(key.secret)".utf8)))")])
            let page = try await sandbox.page("/_toque/view/objects/\(id)").text
            for part in [
                "GET /enrollments/\(id)/", "enrollment.created", "Registration", "class=\"ghost\"",
                "The enrollment expires in <time", "<code><bdi>valid</bdi></code>", "<code><bdi>UP UV",
                "<code><bdi>belvo.com</bdi></code>",
            ] {
                #expect(page.contains(part), "\(part)")
            }
            // Lists of the same object, and nothing that is left out.
            for list in ["requests", "events", "webhooks", "ceremonies", "pytest"] {
                #expect(page.contains("/_toque/view/\(list)?object"), "\(list)")
            }
            #expect(!page.contains("Show the rest"))
        }
    }

    @Test("A long history is cut, with a link to the rest")
    func cuts() async throws {
        try await DashboardSandbox.run { sandbox in
            let id = try #require(try await sandbox.trigger("enrollment.pending")["id"]?.stringValue)
            func ask(_ path: String) async throws {
                _ = try await sandbox.send("GET", path, accept: "application/json")
            }
            for number in 0..<31 { try await ask("/enrollments/\(id)/?n=\(number)") }
            let page = try await sandbox.page("/_toque/view/objects/\(id)").text
            #expect(page.contains("Only the last 30 requests are shown here."))
            let link = try #require(page.firstMatch(of: /<small>[^<]*<a href="([^"]*)">Show the rest/)?.1)
            let rest = try await sandbox.page(
                String(link).replacing("&amp;", with: "&").replacing("&#x3D;", with: "=")
            ).text
            #expect(rest.contains("n=0") || rest.contains("n&#x3D;0"))
            #expect(!rest.contains("n=1<") && !rest.contains("n&#x3D;1<"))
        }
    }

    @Test("Each timer of every provider is a sentence in each language", arguments: DashboardSandbox.Kind.allCases)
    func timers(kind: DashboardSandbox.Kind) async throws {
        let kinds = try #require(kind.provider as? any ObjectProvider).timerKinds
        #expect(!kinds.isEmpty)
        for language in PageLanguage.allCases {
            for kind in kinds { #expect(PageTexts.of(language).sentence(ofTimer: kind) != nil, "\(language): \(kind)") }
        }
        try await DashboardSandbox.run(kind) { sandbox in
            for event in sandbox.server.engine.provider.triggers { try await sandbox.trigger(event.name) }
            let timers = try await sandbox.control("GET", "timers?limit=1000")["timers"]?.arrayValue ?? []
            #expect(timers.allSatisfy { kinds.contains($0["kind"]?.stringValue ?? "") })
        }
    }

    @Test("The time that is left counts down unless the clock is frozen")
    func countdown() async throws {
        try await DashboardSandbox.run { sandbox in
            let id = try #require(try await sandbox.trigger("enrollment.pending")["id"]?.stringValue)
            for path in ["/_toque/", "/_toque/view/objects/\(id)"] {
                let page = try await sandbox.page(path).text
                #expect(
                    page.contains("decide at the bank ends in <time datetime=\"2026-03-01T12:15:00.000000Z\">15:00<"))
            }
            _ = try await sandbox.control("POST", "clock/run", [:])
            let page = try await sandbox.page("/_toque/view/objects/\(id)").text
            #expect(page.contains(/<time datetime="2026-03-01T12:15:00.000000Z" data-seconds="8?9?[0-9]+">1[45]:/))
        }
    }

    @Test("Actions do what the control API does, and show the bank's redirect once")
    func actions() async throws {
        try await DashboardSandbox.run { sandbox in
            let id = try #require(try await sandbox.trigger("enrollment.pending")["id"]?.stringValue)
            let page = try await sandbox.page("/_toque/view/objects/\(id)").text
            #expect(page.contains("toque sandbox decline \(id)"))
            // The other parameter is for payments.
            #expect(page.contains("parameter.error") && !page.contains("parameter.reason"))
            #expect(page.contains("> [--error CODE]</span>"))
            let declined = try await sandbox.post(
                "/_toque/view/objects/\(id)/decline", "parameter.error=server_error&action=decline")
            #expect(declined.status == 200)
            #expect(declined.text.contains("error=server_error") || declined.text.contains("error&#x3D;server_error"))
            // A decision is made once.
            let again = try await sandbox.post("/_toque/view/objects/\(id)/decline")
            #expect(again.status == 400)
            #expect(again.isPage)
            #expect(try await sandbox.post("/_toque/view/objects/\(id)/nothing").status == 404)
        }
    }

    @Test("An object's own scenario is set and cleared")
    func scenario() async throws {
        try await DashboardSandbox.run { sandbox in
            let id = try #require(try await sandbox.trigger("enrollment.pending")["id"]?.stringValue)
            let scenario = try #require(
                sandbox.server.engine.provider.scenarios.first { $0.appliesTo == ["enrollment"] }?.name)
            _ = try await sandbox.post("/_toque/view/scenario/set", "scenario=\(scenario)&object=\(id)")
            #expect(try await sandbox.control("GET", "objects/\(id)")["scenario"]?.stringValue == scenario)
            let page = try await sandbox.page("/_toque/view/objects/\(id)").text
            #expect(page.contains("<option value=\"\(scenario)\" lang=\"en\" selected>\(scenario): "))
            _ = try await sandbox.post("/_toque/view/scenario/clear", "object=\(id)")
            #expect(try await sandbox.control("GET", "objects/\(id)")["scenario"]?.isNull == true)
        }
    }

    @Test(
        "Hostile texts stay texts",
        arguments: ["<script>alert(1)</script>", "\"'><img src=x>", "{{title}}", "\u{202E}evil", "🧪"])
    func hostile(text: String) async throws {
        try await DashboardSandbox.run { sandbox in
            let id = try #require(
                try await sandbox.trigger("enrollment.pending", ["external_id": .string(text)])["id"]?.stringValue)
            for path in [
                "/_toque/view/objects/\(id)", "/_toque/view/objects?\(FormURLEncoding.encode([("search", text)]))",
                "/_toque/view/objects?\(FormURLEncoding.encode([("reason", text)]))",
                "/_toque/view/objects/\(FormURLEncoding.encode(text))",
                "/_toque/?\(FormURLEncoding.encode([("tenant", text)]))",
            ] {
                let page = try await sandbox.page(path)
                #expect(page.isPage)
                #expect(!page.text.contains("<script>alert"))
                #expect(!page.text.contains("<img src=x"))
            }
        }
    }
}
