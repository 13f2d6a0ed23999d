import Sandbox
import ToqueEncoding

/// An object with states from a table.
package protocol StatefulModel: StoredModel {
    associatedtype State: RawRepresentable<String> & Hashable & Sendable

    var state: State { get }
    var shownStatus: ShownStatus { get }
}

/// The life of one kind of objects: every change follows the table, is stored and recorded in the event log, and sends
/// webhooks if it changes the status.
package protocol ObjectProcess: Sendable {
    associatedtype Object: StatefulModel
    associatedtype Event: RawRepresentable<String> & CaseIterable & Hashable & Sendable
    associatedtype Outcome: Sendable
    associatedtype Scenario: ProviderScenario

    /// The prefix of its event types in the log: `payment` in `payment.failed`.
    static var topic: String { get }
    static var machine: StateMachine<Object.State, Event, Outcome> { get }

    /// The object's current scenario, if any.
    func choice(of object: Object, _ transaction: ReadTransaction) throws -> ScenarioChoice<Scenario>?

    /// Sets the object's new state and the members that depend on it.
    /// - Parameter message: the event's own sentence; nil for the table's.
    func change(
        _ object: inout Object, to outcome: Outcome, message: String?, _ transaction: Transaction
    ) throws

    /// Plans the next events in the new state.
    /// - Parameter old: nil for a new object.
    func prepare(
        _ object: inout Object, from old: Object.State?, _ choice: ScenarioChoice<Scenario>?,
        _ transaction: Transaction
    ) throws

    /// Sends the webhook for a changed status.
    func notify(of object: Object, _ choice: ScenarioChoice<Scenario>?, _ transaction: Transaction) throws

    /// Applies the new state's effects on other objects; the object is stored afterwards.
    func followUp(
        on object: inout Object, _ choice: ScenarioChoice<Scenario>?, _ transaction: Transaction
    ) throws
}

extension ObjectProcess {
    /// By default, the object's kind.
    package static var topic: String { Object.kind }

    /// By default, nothing.
    package func prepare(
        _ object: inout Object, from old: Object.State?, _ choice: ScenarioChoice<Scenario>?,
        _ transaction: Transaction
    ) throws {}

    /// By default, nothing.
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

    /// Applies an event.
    /// - Parameters:
    ///   - message: a sentence that replaces the table's.
    ///   - details: for the event log.
    /// - Returns: false, without any change, if the table does not allow the event.
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

    /// Like `apply`, for an event that was requested.
    /// - Throws: `SandboxError` `invalid_status` if the table does not allow the event.
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
        // Once, including the changes by `followUp`.
        try object.save(transaction)
    }
}
