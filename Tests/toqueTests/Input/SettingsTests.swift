import Testing

@testable import toque

@Suite struct SettingsTests {
    private func settings(_ variables: [String: String]) -> Settings { Settings { variables[$0] } }

    @Test("An option takes precedence over its environment variable")
    func anOptionWinsOverItsVariable() throws {
        let settings = settings(["TOQUE_SIMULATE_API_KEYS": "variable"])
        #expect(settings.source("option", "api-keys")?.text == "option")
        #expect(settings.source("option", "api-keys")?.name == "--api-keys")
        #expect(settings.source(nil, "api-keys")?.text == "variable")
        #expect(settings.source(nil, "api-keys")?.name == "TOQUE_SIMULATE_API_KEYS")
        #expect(settings.source(nil, "seed") == nil)
    }

    @Test("An empty environment variable counts as unset")
    func anEmptyVariableIsNone() {
        #expect(settings(["TOQUE_SIMULATE_SEED": ""]).text(nil, "seed") == nil)
    }

    @Test(
        "A wrong value is reported with the option or variable that it came from",
        arguments: [
            (nil, #"TOQUE_SIMULATE_PORT: "x" is not a port"#),
            ("70000", #"--port: "70000" is not a port"#),
        ])
    func aWrongValueIsNamedWithItsSource(option: String?, message: String) {
        let error = #expect(throws: CommandError.self) {
            try settings(["TOQUE_SIMULATE_PORT": "x"])
                .value(option, "port", expected: "a port") { UInt16($0).map(Int.init) }
        }
        #expect(error?.description == message)
        #expect(error?.status == .usage)
    }

    @Test(
        "A flag is on if its option is given or its variable is 1 or true",
        arguments: [("1", true), ("true", true), ("TRUE", true), ("0", false), ("false", false), ("", false)])
    func flagsAreTrueOrFalse(text: String, value: Bool) throws {
        #expect(try settings(["TOQUE_SIMULATE_MEMORY": text]).flag(false, "memory") == value)
        #expect(try settings(["TOQUE_SIMULATE_MEMORY": text]).flag(true, "memory"))
    }

    @Test("A flag's variable that is neither true nor false is refused")
    func aFlagThatIsNeitherIsRefused() {
        let error = #expect(throws: CommandError.self) {
            try settings(["TOQUE_SIMULATE_MEMORY": "yes please"]).flag(false, "memory")
        }
        #expect(error?.description.hasPrefix(#"TOQUE_SIMULATE_MEMORY: "yes please" is not"#) == true)
    }

    @Test("The variable of a repeatable option holds one value per line")
    func aVariableHoldsSeveralValues() {
        let settings = settings(["TOQUE_SIMULATE_WEBHOOK": " http://a/ \n http://b/ "])
        #expect(settings.texts([], "webhook") == ["http://a/", "http://b/"])
        #expect(settings.texts(["http://c/"], "webhook") == ["http://c/"])
    }

    @Test("A variable is ignored if an option that excludes it is given")
    func anOptionSilencesTheVariablesOfThoseThatItExcludes() throws {
        let settings = settings(["TOQUE_SIMULATE_DATABASE": "file"])
        #expect(
            try settings.excluding([("database", false), ("memory", true)]).text(nil, "database") == nil)
        #expect(
            try settings.excluding([("database", false), ("memory", false)]).text(nil, "database") == "file")
    }

    @Test("The error for two settings that exclude each other names them")
    func twoThatExcludeEachOtherAreNamed() {
        let both = settings(["TOQUE_SIMULATE_LISTEN": "a:1", "TOQUE_SIMULATE_PORT": "2"])
        let byVariables = #expect(throws: CommandError.self) {
            try both.excluding([("listen", false), ("port", false)])
        }
        #expect(byVariables?.description == "TOQUE_SIMULATE_LISTEN: excludes TOQUE_SIMULATE_PORT")
        let byOptions = #expect(throws: CommandError.self) {
            try settings([:]).excluding([("listen", true), ("port", true)])
        }
        #expect(byOptions?.description == "--listen: excludes --port")
    }
}
