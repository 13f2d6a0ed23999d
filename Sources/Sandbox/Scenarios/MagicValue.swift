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
