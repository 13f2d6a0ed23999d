import Testing
import ToqueEncoding

@testable import Dashboard
@testable import Sandbox

@Suite("Refusals of pages")
struct RefusalPageTests {
    private struct Attempt {
        let status: Int
        let method: String
        let path: String
        var body: String?
        var type = "application/x-www-form-urlencoded"
    }

    private func path(_ route: Route) -> String { "/" + route.path.replacing(/\{[^}]+\}/, with: "none") }

    private func check(_ attempts: [Attempt], of sandbox: DashboardSandbox) async throws {
        for attempt in attempts {
            for accept in ["text/html,application/xhtml+xml,*/*;q=0.8", "application/json"] {
                let answer = try await sandbox.send(
                    attempt.method, attempt.path, attempt.body, type: attempt.type, accept: accept)
                let place = "\(attempt.method) \(attempt.path) for \(accept): \(answer.text.prefix(200))"
                #expect(answer.status == attempt.status, "\(place)")
                #expect(answer.isPage == accept.hasPrefix("text/html"), "\(place)")
                #expect(answer.isPage == (answer.headers["content-security-policy"] != nil), "\(place)")
            }
        }
    }

    @Test(
        "A provider's pages are refused with a page for people, with JSON for programs",
        arguments: DashboardSandbox.Kind.allCases)
    func provider(kind: DashboardSandbox.Kind) async throws {
        try await DashboardSandbox.run(kind) { sandbox in
            let pages = sandbox.server.engine.provider.routes.filter(\.isPage)
            #expect(pages.contains { $0.method == "POST" })
            let long = "decision=" + String(repeating: "x", count: 300 << 10)
            let attempts = pages.flatMap { route in
                let path = path(route)
                let own =
                    route.method == "POST"
                    ? Attempt(status: 413, method: "POST", path: path, body: long)
                    : Attempt(status: 400, method: "GET", path: "\(path)?a=%FF")
                return [own, Attempt(status: 405, method: "PUT", path: path)]
            }
            try await check(attempts, of: sandbox)
        }
    }

    @Test("Every view and form of the dashboard is refused with a page for people, with JSON for programs")
    func dashboard() async throws {
        let routes = Dashboard().routes(ControlCaller(RouteTable([]), ControlGuard(token: nil, cookie: nil)))
        try await DashboardSandbox.run { sandbox in
            let attempts = routes.filter { $0.path != ControlPath.index }.flatMap { route in
                let path = path(route)
                let wrong = Attempt(status: 405, method: "PUT", path: path)
                guard route.method == "POST" else { return [wrong] }
                return [wrong, Attempt(status: 415, method: "POST", path: path, body: "{}", type: "application/json")]
            }
            try await check(attempts, of: sandbox)
        }
    }
}
