import Sandbox
import SandboxKit
import ToqueEncoding

/// A lamp, which needs a second to go on and burns out an hour later.
struct Lamp: ScenarioModel {
    enum State: String { case off, on, burnt }
    enum Event: String, CaseIterable {
        case warmedUp = "warmed_up"
        case burntOut = "burnt_out"
        case broken
    }

    static let kind = "lamp"
    let id: String
    var state = State.off
    let scenario: LampScenario.Choice
    var nextStep: PlannedEvent<Event>?
    var refusedRequests = 0
    var reason: String?

    init(id: String, scenario: LampScenario.Choice) {
        self.id = id
        self.scenario = scenario
    }

    init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.member("id").string()
        let state = try reader.member("state")
        guard let value = State(rawValue: try state.string()) else { throw state.mismatch(expected: "a state") }
        self.state = value
        scenario = try LampScenario.Choice(reader.member("scenario"))
        nextStep = try reader.optional("step").map(PlannedEvent.init)
        refusedRequests = try reader.member("refused").int()
        reason = try reader.optional("reason")?.string()
    }

    var json: JSON {
        var object: JSONObject = [
            "id": .string(id), "state": .string(state.rawValue), "scenario": scenario.json,
            "refused": .int(refusedRequests), "reason": .text(reason),
        ]
        object["step"] = nextStep?.json
        return .object(object)
    }

    var shownStatus: ShownStatus { ShownStatus(state.rawValue.uppercased(), reason: reason) }
}

/// How a lamp goes on.
struct LampScenario: ProviderScenario {
    enum Kind: String { case lamp }
    enum Target: Hashable { case creation }
    enum Source: String, ScenarioSource { case control, header, color, `default` }

    static let catalog = ScenarioCatalog(
        usual: LampScenario(name: "success", summary: "It goes on."),
        others: [
            LampScenario(name: "lamp.dud", summary: "It burns out.", step: .event(.burntOut, after: .atOnce)),
            LampScenario(name: "lamp.slow", summary: "It takes its time.", step: .usual(after: .seconds(60))),
            LampScenario(name: "lamp.dead", summary: "It stays off.", step: .nothing),
            LampScenario(
                name: "unavailable", summary: "It is not there at first.",
                faults: [FaultRule(fault: .unavailable(times: 1), targets: [.creation])], argument: "times"),
        ])

    let name: String
    let summary: String
    let kinds: Set<Kind> = [.lamp]
    var step: AutomaticStep<Lamp.Event, LampProcess.Durations>?
    var faults: [FaultRule<Target>] = []
    let webhookFaults: [Fault] = []
    var argument: String?
}

struct LampProcess: ScenarioProcess {
    struct Durations: Sendable {
        var warmUp = Duration.seconds(1)
        var life = Duration.seconds(3600)
    }

    static let machine = StateMachine<Lamp.State, Lamp.Event, Transition<Lamp.State, String>>([
        ([.off], .warmedUp, .to(.on)),
        ([.off, .on], .burntOut, .to(.burnt, because: "worn_out", "It has burnt out.")),
        ([.on], .broken, .to(.burnt, because: "broken", "Somebody broke it.")),
    ])
    static let clocks = Clocks<Lamp.State, Lamp.Event, Durations>(
        prefix: "lamp.", step: "step", [(.burntOut, [.on], \.life)])

    let durations = Durations()

    func change(
        _ lamp: inout Lamp, to transition: Transition<Lamp.State, String>, message: String?, _ transaction: Transaction
    ) {
        lamp.state = transition.state
        lamp.reason = transition.reason
    }

    func step(of lamp: Lamp, by scenario: LampScenario) -> AutomaticStep<Lamp.Event, Durations>? {
        lamp.state == .off ? scenario.step : nil
    }

    func usualStep(of lamp: Lamp) -> (event: PlannedEvent<Lamp.Event>, delay: StepDelay<Durations>)? {
        lamp.state == .off ? (PlannedEvent(.warmedUp), .configured(\.warmUp)) : nil
    }

    func notify(of lamp: Lamp, _ choice: LampScenario.Choice?, _ transaction: Transaction) throws {
        try transaction.emit("lamp.notified", kind: Lamp.kind, object: lamp.id, data: .string(lamp.state.rawValue))
    }
}
