import Testing

@testable import Sandbox

@Suite struct NearestEndpointTests {
    private let table = RouteTable(
        [
            ("POST", "things"), ("GET", "things"), ("GET", "things/{id}"), ("POST", "things/{id}/confirm"),
            ("GET", "bank-accounts"), ("GET", "customers/{id}"),
        ].map { method, path in Route(method, path) { _ in .noContent } },
        prefixes: ["api/v1"])

    @Test(
        "The nearest endpoint to an unknown path is found",
        arguments: [
            ("POST", "/thing/", "POST /things/"), ("GET", "/thing", "GET /things/"), ("PUT", "/tings", "POST /things/"),
            ("GET", "/api/v1/bank_accounts/", "GET /bank-accounts/"),
            ("POST", "/things/17/confirmation", "POST /things/{id}/confirm/"),
            ("GET", "/v1/things/17", "GET /things/{id}/"), ("GET", "/customer/17/", "GET /customers/{id}/"),
            ("POST", "/", "POST /things/"),
        ])
    func finds(method: String, path: String, nearest: String) {
        #expect(table.nearest(method: method, path: path)?.description == nearest)
    }

    @Test("A very long path has a nearest endpoint unless there are no routes")
    func staysBoundedOnLongPaths() {
        let path = String(repeating: "/" + String(repeating: "x", count: 1000), count: 1000)
        #expect(table.nearest(method: "GET", path: path) != nil)
        #expect(RouteTable([]).nearest(method: "GET", path: path) == nil)
    }

    @Test("A 404 answer names the nearest endpoint, and a 405 answer the allowed methods")
    func standsInTheAnswer() async throws {
        try await withServer([Route("POST", "things") { _ in .noContent }], prefixes: ["api"]) { server in
            let missing = try await server.send("POST", "/api/thigns/")
            #expect(missing.status == 404)
            #expect(missing.headers["x-toque-nearest"] == "POST /things/")
            let wrong = try await server.send("PUT", "/api/things/")
            #expect(wrong.headers["allow"] == "POST")
            #expect(wrong.headers["x-toque-nearest"] == nil)
        }
    }
}
