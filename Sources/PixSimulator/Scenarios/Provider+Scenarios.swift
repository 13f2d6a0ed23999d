import Sandbox

extension Provider {
    var scenarios: [Scenario] { ScenarioCatalogue.engineScenarios }
    var magicValues: [MagicValue] { MagicAmounts.values }
}
