import ArgumentParser
import Sandbox
import ToqueEncoding

/// How things go in the sandbox.
struct BehaviorOptions: ParsableArguments {
    @Option(help: .init("Make ids, challenges and codes the same in every run.", valueName: "text"))
    var seed: String?

    @Option(
        help: .init(
            "Let the time stand still at this moment, such as 2026-01-31T12:00:00Z.",
            discussion: "A tenant that the database has goes on with its own until toque sandbox reset.",
            valueName: "time"))
    var now: String?

    @Option(
        help: .init("What happens to what nothing else is said of: toque sandbox scenarios.", valueName: "name"))
    var scenario: String?

    func apply(to configuration: inout SandboxConfiguration, _ settings: Settings) throws(CommandError) {
        configuration.seed = settings.text(seed, "seed")
        configuration.frozenAt = try settings.value(
            now, "now", expected: "a time such as 2026-01-31T12:00:00Z", Timestamp.init)
        configuration.scenario = settings.text(scenario, "scenario")
    }
}
