import Testing

@testable import Sandbox

@Suite struct RouteTableTests {
    private let table = RouteTable(
        ["things", "things/special", "things/{id}", "things/{id}/parts/{part}"].flatMap { path in
            ["GET", "POST"].map { method in
                Route(method, path) { _ in SandboxResponse(status: 200, body: Array(path.utf8)) }
            }
        } + [Route("DELETE", "things/{id}") { _ in .noContent }],
        prefixes: ["api/v1"])

    @Test(
        "A path is matched to its route and parameters, with or without the prefix",
        arguments: [
            ("/things", "/things", [:]), ("/things/", "/things", [:]), ("//things//", "/things", [:]),
            ("/api/v1/things/", "/things", [:]), ("/things/special", "/things/special", [:]),
            ("/things/7", "/things/{id}", ["id": "7"]), ("/api/v1/things/api", "/things/{id}", ["id": "api"]),
            ("/things/7/parts/8/", "/things/{id}/parts/{part}", ["id": "7", "part": "8"]),
            // The literal leads to a dead end, the parameter to a route.
            ("/things/special/parts/8", "/things/{id}/parts/{part}", ["id": "special", "part": "8"]),
            ("/thing%73/%73pecial", "/things/special", [:]), ("/api/%761/things", "/things", [:]),
            ("/things/a%2Fb%20c+%C3%A9", "/things/{id}", ["id": "a/b c+é"]),
            ("/things/%2e%2e/parts/%2525", "/things/{id}/parts/{part}", ["id": "..", "part": "%25"]),
        ] as [(String, String, [String: String])])
    func finds(path: String, pattern: String, parameters: [String: String]) throws {
        let found = try table.route(method: "GET", path: path)
        #expect(found.route.pattern == pattern)
        #expect(found.parameters == parameters)
    }

    @Test(
        "A path without a route is not found",
        arguments: [
            "/things%2F7", "/things/7%2Fparts%2F8/x", "", "/", "*", "/thing", "/api/v1", "/api/things",
            "/things/7/parts", "/api/v1/api/v1/things",
        ])
    func missesOthers(path: String) {
        #expect { try table.route(method: "GET", path: path) } throws: { error in
            if case RoutingError.notFound = error { true } else { false }
        }
    }

    @Test(
        "A path that is not percent-encoded UTF-8 is refused as malformed",
        arguments: [
            "/things/%", "/things/%4", "/things/%zz", "/things/%ff", "/things/%ed%a0%80", "/%/x",
        ])
    func refusesMalformedPaths(path: String) {
        #expect { try table.route(method: "GET", path: path) } throws: { error in
            if case RoutingError.malformedPath = error { true } else { false }
        }
    }

    @Test("Paths that differ only in the names of parameters are one path")
    func namesOfParametersMakeNoDifference() throws {
        let table = RouteTable([
            Route("GET", "things/{id}") { _ in .noContent }, Route("DELETE", "things/{thing}/") { _ in .noContent },
        ])
        #expect(try table.route(method: "GET", path: "/things/1").parameters == ["id": "1"])
        #expect(try table.route(method: "DELETE", path: "/things/1").parameters == ["thing": "1"])
    }

    @Test("A method that a path does not allow is refused with the allowed methods")
    func namesTheMethodsThatThereAre() {
        #expect {
            try table.route(method: "PUT", path: "/things/7")
        } throws: { (error: any Error) -> Bool in
            if case RoutingError.methodNotAllowed(let routes) = error {
                routes.map(\.method) == ["GET", "POST", "DELETE"]
            } else {
                false
            }
        }
    }

    @Test("A literal path does not take the methods of a pattern that also matches it")
    func keepsALiteralPathsMethodsApart() {
        #expect {
            try table.route(method: "DELETE", path: "/things/special")
        } throws: { (error: any Error) -> Bool in
            if case RoutingError.methodNotAllowed(let routes) = error {
                routes.map(\.method) == ["GET", "POST"]
            } else {
                false
            }
        }
    }
}
