/// A named course of events. The provider defines its meaning for objects; the engine defines its effect on HTTP and
/// webhooks.
public struct Scenario: Sendable, Hashable {
    /// For example `payment.insufficient_funds`. With an argument: `name:argument`.
    public var name: String
    /// One sentence.
    public var summary: String
    /// The kinds of objects that accept it.
    public var appliesTo: [String]
    public var faults: [Fault]
    /// The meaning of the argument, such as `times`; nil if it takes none.
    public var argument: String?

    public init(
        _ name: String, _ summary: String, appliesTo: [String], faults: [Fault] = [], argument: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.appliesTo = appliesTo
        self.faults = faults
        self.argument = argument
    }
}

extension [Scenario] {
    /// The reason why a text names no scenario: its name, or the argument after the colon.
    func refusal(of text: String) -> String {
        guard let scenario = first(where: { $0.name == text.prefix { $0 != ":" } }) else {
            return "There is no scenario of this name; GET /_toque/scenarios lists them."
        }
        return scenario.argument == nil
            ? "\(scenario.name) takes no number: leave out the colon and what follows."
            : "A number from 1 to 1000 follows the colon, such as \(scenario.name):3."
    }

    /// Returns the scenario named by a text, with its argument applied; nil for an unknown scenario or an invalid
    /// argument.
    public func named(_ text: String) -> Scenario? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard var scenario = first(where: { $0.name == parts.first.map(String.init) }) else { return nil }
        guard parts.count == 2 else { return scenario }
        guard scenario.argument != nil, let number = Int(parts[1]), (1...1000).contains(number) else { return nil }
        scenario.faults = scenario.faults.map { fault in
            if case .unavailable = fault { .unavailable(times: number) } else { fault }
        }
        return scenario
    }
}
