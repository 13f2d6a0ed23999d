import Sandbox
import ToqueEncoding

/// An object with a scenario.
package protocol ScenarioModel: StatefulModel {
    associatedtype Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    associatedtype Scenario: ProviderScenario

    /// The choice made when the object was created.
    var scenario: ScenarioChoice<Scenario> { get }
    /// The event of its step timer; nil if the object waits for someone.
    var nextStep: PlannedEvent<Event>? { get set }
    /// The number of requests refused with 503 by the scenario.
    var refusedRequests: Int { get set }
}

extension ScenarioModel {
    /// Its current scenario.
    package func currentScenario(_ transaction: ReadTransaction) throws -> Scenario {
        try scenario.current(for: id, transaction).scenario
    }

    /// Lets its scenario refuse a request about it with 503, and counts the refusal.
    /// - Returns: the scenario; nil to respond with 503 and do nothing else.
    package mutating func admitRequest(_ transaction: Transaction) throws -> Scenario? {
        let scenario = try currentScenario(transaction)
        guard refusedRequests < scenario.unavailableTimes ?? 0 else { return scenario }
        refusedRequests += 1
        try save(transaction)
        return nil
    }
}

/// The life of objects with scenarios: their states have clocks, and some states have an automatic next step, from the
/// scenario or the default.
package protocol ScenarioProcess: ObjectProcess
where Object: ScenarioModel, Object.Event == Event, Object.Scenario == Scenario {
    associatedtype Durations: Sendable

    static var clocks: Clocks<Object.State, Event, Durations> { get }
    var durations: Durations { get }
    /// The kinds of all timers that it schedules.
    static var timerKinds: [String] { get }

    /// The scenario's step for the object's state; nil if it has none.
    func step(of object: Object, by scenario: Scenario) -> AutomaticStep<Event, Durations>?

    /// The default step in that state; nil if the object waits for someone.
    func usualStep(of object: Object) -> PlannedStep<Event, Durations>?
}

extension ScenarioProcess {
    package static var timerKinds: [String] { clocks.kinds }

    package func choice(of object: Object, _ transaction: ReadTransaction) throws -> ScenarioChoice<Scenario>? {
        try object.scenario.current(for: object.id, transaction)
    }

    /// Updates the clocks and plans the next step.
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

    /// Takes the next step immediately.
    package func takeStep(_ object: inout Object, _ transaction: Transaction) throws {
        guard let step = object.nextStep else { return }
        try apply(step.event, to: &object, message: step.message, transaction)
    }

    /// Replans the next step after a change of the scenario.
    /// - Returns: false for an object of another kind.
    package func scenarioChanged(of id: String, _ transaction: Transaction) throws -> Bool {
        guard var object = try Object.find(id, transaction) else { return false }
        try Self.clocks.cancelStep(of: id, transaction)
        let scenario = try object.currentScenario(transaction)
        try planStep(of: &object, by: scenario, transaction)
        try object.save(transaction)
        return true
    }

    /// - Returns: false for a timer of another kind of object.
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
