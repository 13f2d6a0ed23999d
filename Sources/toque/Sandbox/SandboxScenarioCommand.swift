import ArgumentParser
import ToqueEncoding

struct SandboxScenarioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenario",
        abstract: "Show, set or clear the scenario of a tenant or an object.",
        discussion: "Example: toque sandbox scenario set payment.insufficient_funds",
        subcommands: [Show.self, Set.self, Clear.self],
        defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the default scenario.",
            discussion: "Example: toque sandbox scenario show")

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
            abstract: "Set the scenario of a tenant or an object.",
            discussion: """
                Without --object, applies to all objects made from now on. With --object, overrides every other rule \
                for that object.

                Example: toque sandbox scenario set unavailable:3
                """)

        @Argument(help: "Name of a scenario, from toque sandbox scenarios.", completion: SandboxValues.scenarios)
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
                    // The name is known, so the number after its colon is invalid.
                    let isKnown = known.contains(String(name.prefix { $0 != ":" }))
                    throw CommandError(
                        .unknownScenario, at: "<name>",
                        isKnown ? "\(name.quoted): \(message.uncapitalized)" : "no scenario is \(name.quoted)",
                        hint: Scenarios.hint(for: name, known: known))
                }
                try control.show(answer, "\(object.object ?? "default"): \(name)")
            }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Clear the scenario of a tenant or an object.",
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
        @Option(help: .init("Apply to this object only.", valueName: "id"), completion: SandboxValues.objects)
        var object: String?
    }
}

struct SandboxScenariosCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scenarios",
        abstract: "List the scenarios, and the amounts that select them.",
        discussion: "Example: toque sandbox scenarios")

    @OptionGroup var table: TableOptions
    @OptionGroup var control: ControlOptions

    func run() async throws {
        try await control.show(text) { try await $0.get("scenarios") }
    }

    private func text(_ catalog: JSON) -> String {
        let scenarios = catalog["scenarios"]?.arrayValue ?? []
        let magic = catalog["magic"]?.arrayValue ?? []
        let names = Table(
            [.name("SCENARIO"), "APPLIES TO", "EFFECT"],
            rows: scenarios.map { [Scenarios.name($0), $0["applies_to"].cell, $0["summary"].cell] }
        ).text(on: .standard, isWide: table.wide)
        guard !magic.isEmpty else { return names }
        let values = Table(
            [.name("AMOUNT"), .name("SCENARIO")], rows: magic.map { [$0["value"].cell, $0["scenario"].cell] }
        )
        .text(on: .standard, isWide: table.wide)
        return "\(names)\n\n\(values)"
    }
}

/// The catalog of scenarios as text.
enum Scenarios {
    /// The written form: `unavailable:N` if it takes an argument.
    static func name(_ scenario: JSON) -> String {
        let name = scenario["name"].cell
        let argument = scenario["argument"].flatMap { $0.isNull ? nil : $0.stringValue }
        return argument.map { "\(name):\($0)" } ?? name
    }

    /// A sandbox's scenario names.
    static func names(_ client: ControlClient) async throws(ControlError) -> [String] {
        try await client.get("scenarios")["scenarios"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
    }

    /// The hint for an unknown name: similar ones.
    static func hint(for name: String, known: [String]) -> String {
        let near = NearestNames.of(String(name.prefix { $0 != ":" }), in: known)
        return NearestNames.hint(near, list: "toque sandbox scenarios")
    }
}
