import Sandbox
import ToqueEncoding

/// A stored object that goes through the states of a table.
protocol BankRecord: StoredModel {
    associatedtype State: RawRepresentable<String> & Hashable & Sendable
    associatedtype Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable

    var state: State { get }
    var scenario: ScenarioChoice { get }
    /// What the bank does when its timer is due; nil where it waits for somebody.
    var bankStep: BankAnswer<Event>? { get set }
}

/// What happens to objects of a kind: every change goes through the table, is stored, sets the clocks of what may follow,
/// and is told in the event log and by webhooks.
protocol BankProcess: Sendable {
    associatedtype Record: BankRecord

    /// What people call such an object.
    static var name: String { get }
    static var clocks: Clocks<Record.State, Record.Event> { get }
    var durations: PixSimulator.Durations { get }

    /// Lets the event happen.
    /// - Parameters:
    ///   - message: a sentence in place of the table's.
    ///   - findings: what is suspicious in the risk signals that came with the event.
    /// - Returns: false, with nothing changed, where the table does not have it.
    func apply(
        _ event: Record.Event, to record: inout Record, message: String?, findings: [RiskRules.Finding],
        _ transaction: Transaction
    ) throws -> Bool

    /// What a scenario has for the state that the object is in; nil for nothing of its own.
    func step(of record: Record, by scenario: PixScenario) -> BankStep<Record.Event>?

    /// What the bank does in that state without a scenario; nil where it waits for somebody.
    func usualStep(of record: Record) -> (answer: BankAnswer<Record.Event>, delay: BankDelay)?
}

extension BankProcess {
    /// As `apply`, for what somebody asks for.
    /// - Throws: `SandboxError` `invalid_status` where the table does not have it.
    func require(
        _ event: Record.Event, to record: inout Record, message: String? = nil,
        findings: [RiskRules.Finding] = [], _ transaction: Transaction
    ) throws {
        let state = record.state
        guard try apply(event, to: &record, message: message, findings: findings, transaction) else {
            throw SandboxError.invalidStatus(
                "\(event.rawValue) is not possible: the \(Self.name) is \(state.rawValue).")
        }
    }

    /// What the bank does next, now.
    func takeBankStep(_ record: inout Record, _ transaction: Transaction) throws {
        guard let step = record.bankStep else { return }
        _ = try apply(step.event, to: &record, message: step.message, findings: [], transaction)
    }

    /// Settles what the bank does next in the state that the object is in now.
    func planBankStep(of record: inout Record, by scenario: PixScenario, _ transaction: Transaction) throws {
        let step: (answer: BankAnswer<Record.Event>, delay: BankDelay)? =
            switch self.step(of: record, by: scenario) {
            case nil: usualStep(of: record)
            case .nothing: nil
            case .usual(let delay): usualStep(of: record).map { ($0.answer, delay) }
            case .event(let event, let delay): (BankAnswer(event), delay)
            }
        record.bankStep = step?.answer
        guard let step else { return }
        try Self.clocks.scheduleBankStep(
            of: record.id, at: transaction.now + step.delay.duration(durations), transaction)
    }

    /// Has the bank take its step in this state by another scenario than before, from now on.
    /// - Returns: false for an object of another kind.
    func scenarioChanged(of object: String, _ transaction: Transaction) throws -> Bool {
        guard var record = try Record.find(object, transaction) else { return false }
        try Self.clocks.cancelBankStep(of: object, transaction)
        let choice = try record.scenario.current(for: object, transaction)
        try planBankStep(of: &record, by: choice.scenario, transaction)
        try record.save(transaction)
        return true
    }

    /// - Returns: false for a timer of another kind of objects.
    func fire(_ timer: SandboxTimer, _ transaction: Transaction) throws -> Bool {
        guard let meaning = Self.clocks.meaning(of: timer) else { return false }
        guard var record = try Record.find(timer.subject, transaction) else { return true }
        switch meaning {
        case .bankStep: try takeBankStep(&record, transaction)
        case .event(let event): _ = try apply(event, to: &record, message: nil, findings: [], transaction)
        }
        return true
    }
}
