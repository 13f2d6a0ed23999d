/// A state machine as the table of its transitions. What the table does not have does not happen.
package struct StateMachine<State: Hashable & Sendable, Event: Hashable & Sendable, Outcome: Sendable>: Sendable {
    private let table: [State: [Event: Outcome]]

    /// - Parameter rows: the states in which an event may happen, the event, and what comes of it. For the same state
    ///   and event, a later row wins over an earlier one.
    package init(_ rows: [(from: [State], on: Event, outcome: Outcome)]) {
        var table: [State: [Event: Outcome]] = [:]
        for row in rows { for state in row.from { table[state, default: [:]][row.on] = row.outcome } }
        self.table = table
    }

    /// What comes of the event; nil where it is illegal in this state.
    package func outcome(of event: Event, in state: State) -> Outcome? { table[state]?[event] }
}

/// An outcome of an event: the next state, and why the object ends where it ends badly.
package struct Transition<State: Hashable & Sendable, Reason: Hashable & Sendable>: Sendable {
    package let state: State
    package let reason: Reason?
    private let message: String?

    /// The object goes on, or ends well.
    package static func to(_ state: State) -> Transition { Transition(state: state, reason: nil, message: nil) }

    /// The object ends badly.
    /// - Parameter message: a sentence about the reason.
    package static func to(_ state: State, because reason: Reason, _ message: String) -> Transition {
        Transition(state: state, reason: reason, message: message)
    }

    /// The sentence about the reason; nil where there is no reason.
    /// - Parameter own: the event's own sentence, in place of the table's.
    package func message(_ own: String?) -> String? { reason == nil ? nil : own ?? message }
}
