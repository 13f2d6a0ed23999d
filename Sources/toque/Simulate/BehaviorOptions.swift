import ArgumentParser
import PixSimulator
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

    @Option(
        help: .init(
            "What the bank makes of risk signals: observe refuses nothing. Default: observe.",
            valueName: "observe|strict"))
    var risk: String?

    @Option(help: .init("The bank takes so long for registration options. Default: 1s.", valueName: "time"))
    var optionsDelay: String?

    @Option(help: .init("The bank takes so long for a result. Default: 250ms.", valueName: "time"))
    var resultDelay: String?

    func apply(to configuration: inout PixSimulator.Configuration, _ settings: Settings) throws(CommandError) {
        configuration.sandbox.seed = settings.text(seed, "seed")
        configuration.sandbox.frozenAt = try settings.value(
            now, "now", expected: "a time such as 2026-01-31T12:00:00Z", Timestamp.init)
        configuration.sandbox.scenario = settings.text(scenario, "scenario")
        configuration.risk = try settings.choice(risk, "risk") ?? .observe
        if let delay = try span(settings, optionsDelay, "options-delay") {
            configuration.durations.optionsDelay = delay
        }
        if let delay = try span(settings, resultDelay, "result-delay") { configuration.durations.resultDelay = delay }
    }

    private func span(_ settings: Settings, _ option: String?, _ name: String) throws(CommandError) -> Duration? {
        try settings.value(option, name, expected: TimeSpan.expected) { TimeSpan(argument: $0)?.duration }
    }
}
