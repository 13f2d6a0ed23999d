import ArgumentParser
import ToqueEncoding

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
