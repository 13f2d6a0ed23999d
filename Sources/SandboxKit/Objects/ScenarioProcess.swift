import Sandbox
import ToqueEncoding

/// An object that plays a scenario.
package protocol ScenarioModel: StatefulModel {
    associatedtype Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    associatedtype Scenario: ProviderScenario

    /// As it was chosen when the object was made.
    var scenario: ScenarioChoice<Scenario> { get }
    /// What happens when its timer is due; nil where the object waits for somebody.
    var nextStep: PlannedEvent<Event>? { get set }
    /// Requests that the scenario answered with 503.
    var refusedRequests: Int { get set }
}

extension ScenarioModel {
    /// The scenario that it plays now.
    package func currentScenario(_ transaction: ReadTransaction) throws -> Scenario {
        try scenario.current(for: id, transaction).scenario
    }

    /// Looks whether its scenario answers a request about it with 503, which is counted.
    /// - Returns: the scenario; nil for 503, with nothing else to be done.
    package mutating func admitRequest(_ transaction: Transaction) throws -> Scenario? {
        let scenario = try currentScenario(transaction)
        guard refusedRequests < scenario.unavailableTimes ?? 0 else { return scenario }
        refusedRequests += 1
        try save(transaction)
        return nil
    }
}

/// What happens to objects that play scenarios: their states have clocks, and in some of them the next step is taken
/// of its own accord, by the scenario or as usual.
package protocol ScenarioProcess: ObjectProcess
where Object: ScenarioModel, Object.Event == Event, Object.Scenario == Scenario {
    associatedtype Durations: Sendable

    static var clocks: Clocks<Object.State, Event, Durations> { get }
    var durations: Durations { get }

    /// What a scenario has for the state that the object is in; nil for nothing of its own.
    func step(of object: Object, by scenario: Scenario) -> AutomaticStep<Event, Durations>?

    /// What happens in that state without a scenario; nil where the object waits for somebody.
    func usualStep(of object: Object) -> PlannedStep<Event, Durations>?
}

extension ScenarioProcess {
    package func choice(of object: Object, _ transaction: ReadTransaction) throws -> ScenarioChoice<Scenario>? {
        try object.scenario.current(for: object.id, transaction)
    }

    /// Moves the clocks, and plans the next step.
    package func prepare(
        _ object: inout Object, from old: Object.State?, _ choice: ScenarioChoice<Scenario>?,
        _ transaction: Transaction
    ) throws {
        try Self.clocks.move(object.id, from: old, to: object.state, durations, transaction)
        try planStep(of: &object, by: choice?.scenario, transaction)
    }

    private func planStep(of object: inout Object, by scenario: Scenario?, _ transaction: Transaction) throws {
        let step: PlannedStep<Event, Durations>? =
            switch scenario.flatMap({ self.step(of: object, by: $0) }) {
            case nil: usualStep(of: object)
            case .nothing: nil
            case .usual(let delay): usualStep(of: object).map { PlannedStep($0.event, after: delay) }
            case .event(let event, let delay): PlannedStep(PlannedEvent(event), after: delay)
            }
        object.nextStep = step?.event
        guard let step else { return }
        try Self.clocks.scheduleStep(
            of: object.id, at: transaction.now + step.delay.duration(durations), transaction)
    }

    /// Takes the next step now.
    package func takeStep(_ object: inout Object, _ transaction: Transaction) throws {
        guard let step = object.nextStep else { return }
        try apply(step.event, to: &object, message: step.message, transaction)
    }

    /// Has the next step in this state follow another scenario than before, from now on.
    /// - Returns: false for an object of another kind.
    package func scenarioChanged(of id: String, _ transaction: Transaction) throws -> Bool {
        guard var object = try Object.find(id, transaction) else { return false }
        try Self.clocks.cancelStep(of: id, transaction)
        let scenario = try object.currentScenario(transaction)
        try planStep(of: &object, by: scenario, transaction)
        try object.save(transaction)
        return true
    }

    /// - Returns: false for a timer of another kind of objects.
    package func fire(_ timer: SandboxTimer, _ transaction: Transaction) throws -> Bool {
        guard let meaning = Self.clocks.meaning(of: timer) else { return false }
        guard var object = try Object.find(timer.subject, transaction) else { return true }
        switch meaning {
        case .step: try takeStep(&object, transaction)
        case .event(let event): try apply(event, to: &object, transaction)
        }
        return true
    }
}
