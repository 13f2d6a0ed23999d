import Sandbox
import ToqueEncoding

/// The clocks that accompany a table of transitions. Each runs while an object is in one of its states and triggers its
/// event when it expires; leaving these states removes the timer. One more timer is for the object's next step.
package struct Clocks<State: Hashable & Sendable, Event: RawRepresentable<String> & Hashable & Sendable, Durations>:
    Sendable
{
    package struct Row: Sendable {
        package let event: Event
        package let states: Set<State>
        let duration: KeyPath<Durations, Duration> & Sendable
    }

    /// The prefix of timers' kinds, such as `enrollment.`.
    package let prefix: String
    package let rows: [Row]
    private let step: String

    /// The effect of a timer.
    enum Meaning: Sendable {
        /// The step in the object's record.
        case step
        case event(Event)
    }

    /// - Parameters:
    ///   - step: the name of the next step's timer, after the prefix.
    ///   - rows: the event, the states in which its clock runs, and its duration.
    package init(
        prefix: String, step: String, _ rows: [(Event, Set<State>, KeyPath<Durations, Duration> & Sendable)]
    ) {
        self.prefix = prefix
        self.step = prefix + step
        self.rows = rows.map { Row(event: $0.0, states: $0.1, duration: $0.2) }
    }

    /// The kinds of all its timers.
    package var kinds: [String] { [step] + rows.map { prefix + $0.event.rawValue } }

    /// nil for a timer of another table.
    func meaning(of timer: SandboxTimer) -> Meaning? {
        guard timer.kind.hasPrefix(prefix) else { return nil }
        return timer.kind == step
            ? .step : Event(rawValue: String(timer.kind.dropFirst(prefix.count))).map(Meaning.event)
    }

    /// Stops the clocks that do not run in the new state, and starts those that do.
    /// - Parameter old: nil for a new object.
    func move(
        _ subject: String, from old: State?, to new: State, _ durations: Durations, _ transaction: Transaction
    ) throws {
        var stopped = old == nil ? [] : [step]
        for row in rows {
            let ran = old.map(row.states.contains) ?? false
            switch (ran, row.states.contains(new)) {
            case (true, false): stopped.append(prefix + row.event.rawValue)
            case (false, true):
                try transaction.schedule(
                    SandboxTimer(
                        kind: prefix + row.event.rawValue, subject: subject,
                        due: transaction.now + durations[keyPath: row.duration]))
            case (true, true), (false, false): break
            }
        }
        if !stopped.isEmpty { try transaction.cancelTimers(of: subject, kinds: stopped) }
    }

    /// Cancels the next step.
    func cancelStep(of subject: String, _ transaction: Transaction) throws {
        try transaction.cancelTimers(of: subject, kinds: [step])
    }

    /// Schedules the next step.
    func scheduleStep(of subject: String, at due: Timestamp, _ transaction: Transaction) throws {
        try transaction.schedule(SandboxTimer(kind: step, subject: subject, due: due))
    }
}
