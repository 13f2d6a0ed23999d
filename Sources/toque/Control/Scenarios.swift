import ToqueEncoding

/// The catalog of scenarios, for people.
enum Scenarios {
    /// As it is written: `unavailable:N` where it takes an argument.
    static func name(_ scenario: JSON) -> String {
        let name = scenario["name"].cell
        let argument = scenario["argument"].flatMap { $0.isNull ? nil : $0.stringValue }
        return argument.map { "\(name):\($0)" } ?? name
    }

    /// The names that a sandbox knows.
    static func names(_ client: ControlClient) async throws(ControlError) -> [String] {
        try await client.get("scenarios")["scenarios"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
    }

    /// What to try where a name is none: those that may have been meant.
    static func hint(for name: String, known: [String]) -> String {
        let near = NearestNames.of(String(name.prefix { $0 != ":" }), in: known)
        return (near + ["toque sandbox scenarios, which lists them"]).joined(separator: ", or ")
    }
}
