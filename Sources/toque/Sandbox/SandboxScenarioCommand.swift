import ArgumentParser
import ToqueEncoding

struct SandboxScenarioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Choose what happens: to everything of a tenant, or to one object.",
        discussion: "Example: toque sandbox scenario set payment.insufficient_funds",
        subcommands: [Show.self, Set.self, Clear.self],
        defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Say which scenario is the default.",
            discussion: "Example: toque sandbox scenario")

        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                let name = try await client.get("scenarios")["default"] ?? .null
                try control.show(["default": name], name.stringValue ?? "success")
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Make a scenario happen.",
            discussion: """
                To one object with --object, and then whatever else says otherwise; to all objects that are made from \
                now on without it.

                Example: toque sandbox scenario set unavailable:3
                """)

        @Argument(help: "A name that toque sandbox scenarios lists.")
        var name: String

        @OptionGroup var object: ObjectOption
        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                var body: JSONObject = ["scenario": .string(name)]
                body["object"] = object.object.map(JSON.string)
                let answer: JSON
                do throws(ControlError) {
                    answer = try await client.put("scenario", .object(body))
                } catch {
                    guard case .refused(_, _, let message, field: "scenario") = error else { throw error }
                    let known = try await Scenarios.names(client)
                    throw CommandError(
                        .failed, "\(name.quoted): \(message.asClause)", try: Scenarios.hint(for: name, known: known))
                }
                try control.show(answer, "\(object.object ?? "default"): \(name)")
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Take back what was set.",
            discussion: "Example: toque sandbox scenario clear")

        @OptionGroup var object: ObjectOption
        @OptionGroup var control: ControlOptions

        func run() async throws {
            try await control.withControl { client in
                _ = try await client.delete("scenario", [("object", object.object)])
                try control.show(
                    ["scenario": .null, "object": object.object.map(JSON.string) ?? .null],
                    "\(object.object ?? "default"): cleared")
            }
        }
    }

    struct ObjectOption: ParsableArguments {
        @Option(help: .init("One object, by its id, instead of all.", valueName: "id"))
        var object: String?
    }
}

struct SandboxScenariosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenarios",
        abstract: "List what can be made to happen, and the amounts that make it happen.",
        discussion: "Example: toque sandbox scenarios")

    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.show(Self.text) { try await $0.get("scenarios") }
    }

    private static func text(_ catalog: JSON) -> String {
        let scenarios = catalog["scenarios"]?.arrayValue ?? []
        let magic = catalog["magic"]?.arrayValue ?? []
        let names = Table(
            ["SCENARIO", "APPLIES TO", "WHAT HAPPENS"],
            rows: scenarios.map { [Scenarios.name($0), $0["applies_to"].cell, $0["summary"].cell] }
        ).text
        guard !magic.isEmpty else { return names }
        let values = Table(["AMOUNT", "SCENARIO"], rows: magic.map { [$0["value"].cell, $0["scenario"].cell] }).text
        return "\(names)\n\n\(values)"
    }
}

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
