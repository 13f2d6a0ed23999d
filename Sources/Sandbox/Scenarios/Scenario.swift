/// A way in which things can go, by name. What it means for the provider's objects is the provider's business; what it
/// does to HTTP and webhooks is the engine's.
public struct Scenario: Sendable, Hashable {
    /// Such as `payment.insufficient_funds`. With an argument it is called `name:argument`.
    public var name: String
    /// One sentence.
    public var summary: String
    /// Kinds of objects that it can be set for.
    public var appliesTo: [String]
    public var faults: [Fault]
    /// What the argument stands for, such as `times`; nil where there is none.
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
    /// Why a text names none of them: the name, or what stands behind its colon.
    func refusal(of text: String) -> String {
        guard let scenario = first(where: { $0.name == text.prefix { $0 != ":" } }) else {
            return "There is no scenario of this name; GET /_toque/scenarios lists them."
        }
        return scenario.argument == nil
            ? "Nothing stands behind \(scenario.name), which takes no number."
            : "Expected a number from 1 to 1000 behind the colon, such as \(scenario.name):3."
    }

    /// The scenario that a text names, with its argument applied; nil for an unknown one or a wrong argument.
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
