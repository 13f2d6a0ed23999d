import ToqueEncoding

/// The catalogue of scenarios, for people.
enum Scenarios {
    /// As it is written: `unavailable:N` where it takes an argument.
    static func name(_ scenario: JSON) -> String {
        let name = scenario["name"].cell
        let argument = scenario["argument"].flatMap { $0.isNull ? nil : $0.stringValue }
        return argument.map { "\(name):\($0)" } ?? name
    }

    /// The error of a name that is none, with those that may have been meant.
    static func unknown(_ name: String, _ client: ControlClient) async throws(ControlError) -> CommandError {
        let known = try await client.get("scenarios")["scenarios"]?.arrayValue ?? []
        let names = known.compactMap { $0["name"]?.stringValue }
        let near = NearestNames.of(String(name.prefix { $0 != ":" }), in: names)
        return CommandError(
            .failed, "there is no scenario \(name.quoted)",
            try: (near + ["toque sandbox scenarios, which lists them"]).joined(separator: ", or "))
    }
}
