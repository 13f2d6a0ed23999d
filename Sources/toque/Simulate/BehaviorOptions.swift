import ArgumentParser
import Sandbox
import ToqueEncoding

/// The sandbox's behavior.
struct BehaviorOptions: ParsableArguments {
    @Option(help: .init("Make IDs, challenges and codes predictable: for tests only.", valueName: "text"))
    var seed: String?

    @Option(
        help: .init(
            "Start new tenants with the clock frozen at this time, such as 2026-01-31T12:00:00Z.",
            discussion: "Existing tenants keep their clock until toque sandbox reset.",
            valueName: "time"))
    var now: String?

    @Option(
        help: .init(
            "Set the default scenario; list them with toque sandbox scenarios. Default: success.", valueName: "name"),
        completion: SandboxValues.scenarios)
    var scenario: String?

    func apply(to configuration: inout SandboxConfiguration, _ settings: Settings) throws(CommandError) {
        configuration.seed = settings.text(seed, "seed")
        configuration.frozenAt = try settings.value(
            now, "now", expected: "a time such as 2026-01-31T12:00:00Z", Timestamp.init)
        configuration.scenario = settings.text(scenario, "scenario")
    }
}
