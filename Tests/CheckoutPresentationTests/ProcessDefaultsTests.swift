import CheckoutPresentation
import Testing

@Suite struct ProcessDefaultsTests {
    private func server(_ variables: [String: String]) throws(ProcessDefaults.Missing) -> String {
        "\(try ProcessDefaults(variables).server(of: "YUNO", remedy: "YunoEnvironment.server"))"
    }

    @Test("The provider's own server variable takes precedence over TOQUE_SERVER")
    func server() throws {
        #expect(try server(["TOQUE_SERVER": "http://127.0.0.1:1"]) == "http://127.0.0.1:1")
        let both = ["TOQUE_SERVER": "http://127.0.0.1:1", "TOQUE_YUNO_SERVER": "http://127.0.0.1:2"]
        #expect(try server(both) == "http://127.0.0.1:2")
        #expect(try server(["TOQUE_SERVER": "http://127.0.0.1:1", "TOQUE_YUNO_SERVER": ""]) == "http://127.0.0.1:1")
    }

    @Test("A missing or invalid server URL is reported with the variable's name")
    func wrongServer() {
        #expect(throws: ProcessDefaults.Missing("no server: set TOQUE_SERVER, or YunoEnvironment.server")) {
            try server([:])
        }
        let wrong = #"TOQUE_YUNO_SERVER: found "shop", expected https://HOST or http://HOST:PORT"#
        #expect(throws: ProcessDefaults.Missing(wrong)) {
            try server(["TOQUE_YUNO_SERVER": "shop", "TOQUE_SERVER": "http://127.0.0.1:1"])
        }
    }

    @Test("TOQUE_PRESENT names the presenter, and without it there is none")
    func presenter() throws {
        let script = try ProcessDefaults(["TOQUE_PRESENT": "script:confirm"])
            .presenter(clock: ContinuousClock(), remedy: "viewController")
        #expect(script is ScriptedPresenter)
        #expect(throws: ProcessDefaults.Missing("no presenter: set TOQUE_PRESENT, or viewController")) {
            _ = try ProcessDefaults([:]).presenter(clock: ContinuousClock(), remedy: "viewController")
        }
    }
}
