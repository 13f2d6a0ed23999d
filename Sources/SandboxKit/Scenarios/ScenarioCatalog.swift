import Sandbox

/// Every scenario of a provider.
package struct ScenarioCatalog<Scenario: ProviderScenario>: Sendable {
    package let all: [Scenario]
    /// In the engine's form.
    package let engineScenarios: [Sandbox.Scenario]
    /// The default scenario.
    package let usual: Scenario
    private let byName: [String: Scenario]

    /// - Parameters:
    ///   - usual: the default scenario, the first of the catalog.
    ///   - others: with unique names.
    package init(usual: Scenario, others: [Scenario]) {
        self.usual = usual
        all = [usual] + others
        byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        engineScenarios = all.map { scenario in
            Sandbox.Scenario(
                scenario.name, scenario.summary, appliesTo: scenario.kinds.map(\.rawValue).sorted(),
                faults: scenario.faults.map(\.fault) + scenario.webhookFaults, argument: scenario.argument)
        }
    }

    /// Returns the scenario named by a text, with its argument applied; nil for an unknown scenario or an invalid
    /// argument.
    package func scenario(named text: String) -> Scenario? {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return byName[text] }
        guard let named = engineScenarios.named(text), var scenario = byName[named.name] else { return nil }
        // The only argument of any scenario: a number of times.
        scenario.faults = zip(scenario.faults, named.faults).map { FaultRule(fault: $1, targets: $0.targets) }
        return scenario
    }
}
