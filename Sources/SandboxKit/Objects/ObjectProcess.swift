import Sandbox
import ToqueEncoding

/// An object that goes through the states of a table.
package protocol StatefulModel: StoredModel {
    associatedtype State: RawRepresentable<String> & Hashable & Sendable

    var state: State { get }
    var shownStatus: ShownStatus { get }
}

/// What happens to objects of a kind: every change goes through the table, is stored, and is told in the event log and,
/// where it changes the status, by webhooks.
package protocol ObjectProcess: Sendable {
    associatedtype Object: StatefulModel
    associatedtype Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    associatedtype Outcome: Sendable
    associatedtype Scenario: ProviderScenario

    /// What the types of its events begin with in the log: `payment` of `payment.failed`.
    static var topic: String { get }
    static var machine: StateMachine<Object.State, Event, Outcome> { get }

    /// The scenario that the object plays now; nil where it plays none.
    func choice(of object: Object, _ transaction: ReadTransaction) throws -> ScenarioChoice<Scenario>?

    /// Gives the object its new state, with all that belongs to the object itself.
    /// - Parameter message: the event's own sentence, in place of the table's.
    func change(
        _ object: inout Object, to outcome: Outcome, message: String?, _ transaction: Transaction
    ) throws

    /// Settles what is to happen in the new state.
    /// - Parameter old: nil for a new object.
    func prepare(
        _ object: inout Object, from old: Object.State?, _ choice: ScenarioChoice<Scenario>?,
        _ transaction: Transaction
    ) throws

    /// Sends the webhook about a status that has changed.
    func notify(of object: Object, _ choice: ScenarioChoice<Scenario>?, _ transaction: Transaction) throws

    /// Brings about what the new state means for other objects; the object is stored afterwards.
    func followUp(
        on object: inout Object, _ choice: ScenarioChoice<Scenario>?, _ transaction: Transaction
    ) throws
}

extension ObjectProcess {
    /// The object's kind.
    package static var topic: String { Object.kind }

    /// Nothing.
    package func prepare(
        _ object: inout Object, from old: Object.State?, _ choice: ScenarioChoice<Scenario>?,
        _ transaction: Transaction
    ) throws {}

    /// Nothing.
    package func followUp(
        on object: inout Object, _ choice: ScenarioChoice<Scenario>?, _ transaction: Transaction
    ) throws {}

    /// Stores a new object.
    /// - Parameter details: for the event log.
    package func begin(
        _ object: inout Object, details: JSONObject = [:], _ transaction: Transaction
    ) throws {
        try enter(&object, from: nil, on: nil, details, transaction)
    }

    /// Lets the event happen.
    /// - Parameters:
    ///   - message: a sentence in place of the table's.
    ///   - details: for the event log.
    /// - Returns: false, with nothing changed, where the table does not have it.
    @discardableResult
    package func apply(
        _ event: Event, to object: inout Object, message: String? = nil, details: JSONObject = [:],
        _ transaction: Transaction
    ) throws -> Bool {
        guard let outcome = Self.machine.outcome(of: event, in: object.state) else { return false }
        let old = (state: object.state, status: object.shownStatus.status)
        try change(&object, to: outcome, message: message, transaction)
        try enter(&object, from: old, on: event, details, transaction)
        return true
    }

    /// As `apply`, for what somebody asks for.
    /// - Throws: `SandboxError` `invalid_status` where the table does not have it.
    package func require(
        _ event: Event, to object: inout Object, message: String? = nil, details: JSONObject = [:],
        _ transaction: Transaction
    ) throws {
        let state = object.state
        guard try apply(event, to: &object, message: message, details: details, transaction) else {
            throw SandboxError.invalidStatus(
                "\(event.rawValue) is not possible: the \(Object.name) is \(state.rawValue).")
        }
    }

    private func enter(
        _ object: inout Object, from old: (state: Object.State, status: String)?, on event: Event?,
        _ details: JSONObject, _ transaction: Transaction
    ) throws {
        let choice = try choice(of: object, transaction)
        try prepare(&object, from: old?.state, choice, transaction)
        let report = object.shownStatus
        try transaction.emitChange(
            "\(Self.topic).\(old == nil ? "created" : report.status.lowercased())", of: object,
            from: old?.state.rawValue, to: object.state.rawValue, on: event?.rawValue, report,
            scenario: choice?.json, details: details)
        if let old, old.status != report.status { try notify(of: object, choice, transaction) }
        try followUp(on: &object, choice, transaction)
        // Once, with what `followUp` added.
        try object.save(transaction)
    }
}
