/// What the bank does of its own accord while an object is in a state. A scenario chooses the event and the time; only
/// the table decides what becomes of it.
enum BankStep<Event: Sendable & Hashable>: Sendable, Hashable {
    /// What it does without a scenario, at another time.
    case usual(after: BankDelay)
    case event(Event, after: BankDelay)
    /// It stays silent, and the clocks of the table run out.
    case nothing
}

/// How long the bank takes for a step, in the sandbox's time.
enum BankDelay: Sendable, Hashable {
    /// Before the next request: nobody is quick enough to be in time.
    case atOnce
    /// `Durations.optionsDelay`.
    case options
    /// `Durations.resultDelay`.
    case result
    case seconds(Int)

    func duration(_ durations: PixSimulator.Durations) -> Duration {
        switch self {
        case .atOnce: .zero
        case .options: durations.optionsDelay
        case .result: durations.resultDelay
        case .seconds(let seconds): .seconds(seconds)
        }
    }
}
