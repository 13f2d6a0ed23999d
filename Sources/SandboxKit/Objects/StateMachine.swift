/// A state machine as a table of transitions. Anything else is illegal.
package struct StateMachine<State: Hashable & Sendable, Event: Hashable & Sendable, Outcome: Sendable>: Sendable {
    private let table: [State: [Event: Outcome]]

    /// - Parameter rows: the states in which an event may happen, the event, and its outcome. Later rows override
    ///   earlier ones for the same state and event.
    package init(_ rows: [(from: [State], on: Event, outcome: Outcome)]) {
        var table: [State: [Event: Outcome]] = [:]
        for row in rows { for state in row.from { table[state, default: [:]][row.on] = row.outcome } }
        self.table = table
    }

    /// The event's outcome; nil if it is illegal in this state.
    package func outcome(of event: Event, in state: State) -> Outcome? { table[state]?[event] }
}

/// An outcome of an event: the next state, and the reason for a bad end.
package struct Transition<State: Hashable & Sendable, Reason: Hashable & Sendable>: Sendable {
    package let state: State
    package let reason: Reason?
    private let message: String?

    /// The object continues, or ends well.
    package static func to(_ state: State) -> Transition { Transition(state: state, reason: nil, message: nil) }

    /// The object ends badly.
    /// - Parameter message: a sentence about the reason.
    package static func to(_ state: State, because reason: Reason, _ message: String) -> Transition {
        Transition(state: state, reason: reason, message: message)
    }

    /// The sentence about the reason; nil if there is no reason.
    /// - Parameter own: the event's own sentence, which replaces the table's.
    package func message(_ own: String?) -> String? { reason == nil ? nil : own ?? message }
}
