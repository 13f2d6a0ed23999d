import Testing
import ToqueEncoding

@testable import Dashboard

@Suite("Access to the dashboard")
struct DashboardAccessTests {
    @Test("People get a page where programs get JSON", arguments: ["/_toque", "/_toque/"])
    func negotiation(path: String) async throws {
        try await DashboardSandbox.run { sandbox in
            let page = try await sandbox.page(path)
            #expect(page.status == 200)
            #expect(page.isPage)
            #expect(page.headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true)
            #expect(page.headers["referrer-policy"] == "no-referrer")
            for accept in ["application/json", "*/*"] {
                let index = try await sandbox.send("GET", path, accept: accept)
                #expect(index.json["provider"]?.stringValue == "biometric-pix")
            }
        }
    }

    @Test("The root leads people to the dashboard, unless control is off")
    func root() async throws {
        try await DashboardSandbox.run { sandbox in
            let answer = try await sandbox.page("/")
            #expect(answer.status == 302)
            #expect(answer.headers["location"] == "/_toque/")
        }
        try await DashboardSandbox.run {
            $0.control.isEnabled = false
        } _: { sandbox in
            let answer = try await sandbox.page("/")
            #expect(answer.status == 200)
            #expect(answer.isPage)
            let dashboard = try await sandbox.page("/_toque/")
            #expect(dashboard.status == 404)
            #expect(dashboard.isPage)
        }
    }

    @Test(
        "Whatever does not exist is a page with 404, and JSON for programs",
        arguments: ["/_toque/view/nothing", "/_toque/view/objects/nothing", "/_toque/?tenant=nobody"])
    func unknown(path: String) async throws {
        try await DashboardSandbox.run { sandbox in
            let page = try await sandbox.page(path)
            #expect(page.status == 404)
            #expect(page.isPage)
            if path.contains("view") {
                let answer = try await sandbox.send("GET", path, accept: "application/json")
                #expect(answer.status == 404)
                #expect(answer.json["code"]?.stringValue == "not_found")
            }
        }
    }

    @Test(
        "Pages of other origins and foreign host names are refused with a page",
        arguments: [
            ("Host", "evil.example"), ("Origin", "https://evil.example"), ("Sec-Fetch-Site", "cross-site"),
            ("Sec-Fetch-Site", "same-site"),
        ])
    func foreign(name: String, value: String) async throws {
        try await DashboardSandbox.run { sandbox in
            for path in ["/_toque/", "/_toque/view/objects"] {
                let page = try await sandbox.page(path, headers: [(name, value)])
                #expect(page.status == 403)
                #expect(page.isPage)
            }
            let form = try await sandbox.post("/_toque/view/reset", headers: [(name, value)])
            #expect(form.status == 403)
        }
    }

    @Test("A browser's form needs the token of its own page")
    func forms() async throws {
        try await DashboardSandbox.run { sandbox in
            let token = "000102030405060708090a0b0c0d0e0f"
            let browser = [
                ("Sec-Fetch-Site", "same-origin"), ("Origin", "null"),
                ("Cookie", "toque_page_\(sandbox.server.port)=\(token)"),
            ]
            let foreign = try await sandbox.post("/_toque/view/clock/run", "page_token=00", headers: browser)
            #expect(foreign.status == 403)
            #expect(try await sandbox.control("GET", "clock")["frozen"]?.boolValue == true)
            let own = try await sandbox.post("/_toque/view/clock/run", "page_token=\(token)", headers: browser)
            #expect(own.status == 303)
            #expect(try await sandbox.control("GET", "clock")["frozen"]?.boolValue == false)
        }
    }

    @Test("With a control token, a browser is asked once; its cookie reads and tells nothing about the token")
    func token() async throws {
        let token = "a-long-control-token"
        try await DashboardSandbox.run {
            $0.control.token = token
        } _: { sandbox in
            let asked = try await sandbox.page("/_toque/view/objects")
            #expect(asked.status == 401)
            #expect(asked.text.contains("action=\"/_toque/view/token\""))
            let wrong = try await sandbox.post("/_toque/view/token", "token=wrong")
            #expect(wrong.status == 401)
            #expect(wrong.headers["set-cookie"]?.contains("toque_control") != true)
            let right = try await sandbox.post(
                "/_toque/view/token", "token=\(token)&next=%2F_toque%2Fview%2Fobjects")
            #expect(right.status == 303)
            #expect(right.headers["location"] == "/_toque/view/objects")
            let cookie = try #require(
                right.headers["set-cookie"]?.split(separator: "\n").last { $0.hasPrefix("toque_control") })
            #expect(cookie.contains("HttpOnly"))
            #expect(cookie.contains("SameSite=Strict"))
            #expect(cookie.contains("Path=/;"))
            #expect(cookie.hasPrefix("toque_control_\(sandbox.server.port)="))
            #expect(!cookie.contains(token))
            let pair = String(cookie.prefix { $0 != ";" })
            let page = try await sandbox.page("/_toque/view/objects", headers: [("Cookie", pair)])
            #expect(page.status == 200)
            let read = try await sandbox.send(
                "GET", "/_toque/clock", accept: "application/json", headers: [("Cookie", pair)])
            #expect(read.status == 200)
            // The control API itself takes no changes by cookie: it has no page token.
            let change = try await sandbox.send(
                "POST", "/_toque/reset", "{}", type: "application/json", accept: "application/json",
                headers: [("Cookie", pair)])
            #expect(change.status == 401)
            // Another sandbox on this host has another name for its cookie.
            let value = pair.drop { $0 != "=" }
            for other in [
                "toque_control_\(sandbox.server.port)=00", "toque_control\(value)", "toque_control_1\(value)",
            ] {
                let forged = try await sandbox.page("/_toque/", headers: [("Cookie", other)])
                #expect(forged.status == 401)
            }
        }
    }

    @Test(
        "The token's form leads to pages of this server only",
        arguments: ["https://evil.example/", "//evil", "/\\evil", "/x y", "x", ""])
    func openRedirect(next: String) async throws {
        try await DashboardSandbox.run {
            $0.control.token = "a-long-control-token"
        } _: { sandbox in
            let answer = try await sandbox.post(
                "/_toque/view/token", FormURLEncoding.encode([("token", "a-long-control-token"), ("next", next)]))
            #expect(answer.headers["location"] == "/_toque/")
        }
    }
}
