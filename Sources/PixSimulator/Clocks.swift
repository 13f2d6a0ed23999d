import Sandbox
import ToqueEncoding

/// The clocks beside a table of transitions. Each runs while an object is in one of its states, and its event happens
/// when it is up; an object that leaves them leaves no timer behind. One more timer is the bank's next step.
struct Clocks<State: Hashable & Sendable, Event: RawRepresentable & Hashable & Sendable>: Sendable
where Event.RawValue == String {
    struct Row: Sendable {
        let event: Event
        let states: Set<State>
        let duration: KeyPath<PixSimulator.Durations, Duration> & Sendable
    }

    /// What a timer's kind begins with, such as `enrollment.`.
    let prefix: String
    let rows: [Row]

    /// What a timer stands for.
    enum Meaning: Sendable {
        /// The bank takes the step that the object's record names.
        case bankStep
        case event(Event)
    }

    init(prefix: String, _ rows: [(Event, Set<State>, KeyPath<PixSimulator.Durations, Duration> & Sendable)]) {
        self.prefix = prefix
        self.rows = rows.map { Row(event: $0.0, states: $0.1, duration: $0.2) }
    }

    private var bankStep: String { "\(prefix)bank_step" }

    /// Nil for a timer of another table.
    func meaning(of timer: SandboxTimer) -> Meaning? {
        guard timer.kind.hasPrefix(prefix) else { return nil }
        return timer.kind == bankStep
            ? .bankStep : Event(rawValue: String(timer.kind.dropFirst(prefix.count))).map(Meaning.event)
    }

    /// Stops the clocks that the new state has no use for, and starts those that begin with it.
    /// - Parameter old: nil for a new object.
    func move(
        _ subject: String, from old: State?, to new: State, _ durations: PixSimulator.Durations,
        _ transaction: Transaction
    ) throws {
        var stopped = old == nil ? [] : [bankStep]
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

    /// Takes back the bank's next step.
    func cancelBankStep(of subject: String, _ transaction: Transaction) throws {
        try transaction.cancelTimers(of: subject, kinds: [bankStep])
    }

    /// Has the bank take its next step at a time.
    func scheduleBankStep(of subject: String, at due: Timestamp, _ transaction: Transaction) throws {
        try transaction.schedule(SandboxTimer(kind: bankStep, subject: subject, due: due))
    }
}
