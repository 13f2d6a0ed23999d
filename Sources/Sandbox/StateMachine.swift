/// A state machine as the table of its transitions. What the table does not have does not happen.
public struct StateMachine<State: Hashable & Sendable, Event: Hashable & Sendable, Outcome: Sendable>: Sendable {
    private struct Key: Hashable {
        let state: State
        let event: Event
    }

    private let table: [Key: Outcome]

    /// - Parameter rows: the states in which an event may happen, the event, and what comes of it. A later row wins over
    ///   an earlier one for the same state and event.
    public init(_ rows: [(from: [State], on: Event, outcome: Outcome)]) {
        var table: [Key: Outcome] = [:]
        for row in rows { for state in row.from { table[Key(state: state, event: row.on)] = row.outcome } }
        self.table = table
    }

    /// What comes of the event; nil where it is illegal in this state.
    public func outcome(of event: Event, in state: State) -> Outcome? { table[Key(state: state, event: event)] }
}
