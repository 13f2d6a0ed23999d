/// A value in a creating request that chooses a scenario, such as an amount.
public struct MagicValue: Sendable, Hashable {
    public var value: String
    /// Name of the scenario.
    public var scenario: String

    public init(_ value: String, scenario: String) {
        self.value = value
        self.scenario = scenario
    }
}

extension [MagicValue] {
    /// Name of the scenario that a value chooses; nil for an ordinary value.
    package func scenario(of value: String) -> String? { first { $0.value == value }?.scenario }
}
