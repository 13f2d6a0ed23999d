import Sandbox
import SandboxKit

/// The process of a lamp.
struct LampScenario: ProviderScenario {
    enum Kind: String { case lamp }
    enum Target { case creation }
    enum Source: String, ScenarioSource { case control, header, color, `default` }

    static let catalog = ScenarioCatalog(
        usual: LampScenario(name: "success", summary: "It goes on."),
        others: [
            LampScenario(name: "lamp.dud", summary: "It burns out.", step: .event(.burntOut, after: .atOnce)),
            LampScenario(name: "lamp.slow", summary: "It takes a minute.", step: .usual(after: .seconds(60))),
            LampScenario(name: "lamp.dead", summary: "It stays off.", step: .nothing),
            LampScenario(
                name: "unavailable", summary: "The first request, or N of unavailable:N, is answered with 503.",
                faults: [FaultRule(fault: .unavailable(times: 1), targets: [.creation])], argument: "times"),
        ])

    let name: String
    let summary: String
    let kinds: Set<Kind> = [.lamp]
    var step: AutomaticStep<Lamp.Event, LampProcess.Durations>?
    var faults: [FaultRule<Target>] = []
    var argument: String?
}

/// The table of the lamps' states, and their clocks.
struct LampProcess: ScenarioProcess {
    struct Durations: Sendable {
        var warmUp = Duration.seconds(1)
        var life = Duration.seconds(3600)
    }

    static let machine = StateMachine<Lamp.State, Lamp.Event, Lamp.State>([
        ([.off], .warmedUp, .on), ([.off, .on], .burntOut, .burnt), ([.on], .broken, .burnt),
    ])
    static let clocks = Clocks<Lamp.State, Lamp.Event, Durations>(
        prefix: "lamp.", step: "step", [(.burntOut, [.on], \.life)])
    let durations = Durations()

    func change(_ lamp: inout Lamp, to state: Lamp.State, message: String?, _ transaction: Transaction) {
        lamp.state = state
    }

    func step(of lamp: Lamp, by scenario: LampScenario) -> AutomaticStep<Lamp.Event, Durations>? {
        lamp.state == .off ? scenario.step : nil
    }

    func usualStep(of lamp: Lamp) -> PlannedStep<Lamp.Event, Durations>? {
        lamp.state == .off ? PlannedStep(.warmedUp, after: .configured(\.warmUp)) : nil
    }

    func notify(of lamp: Lamp, _ choice: LampScenario.Choice?, _ transaction: Transaction) throws {
        try transaction.send(Webhook(id: transaction.random().uuid(), object: lamp.id, body: lamp.shown))
    }
}
