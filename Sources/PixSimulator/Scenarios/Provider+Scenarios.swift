import Sandbox

extension Provider {
    var scenarios: [Scenario] { ScenarioCatalogue.engineScenarios }
    var magicValues: [MagicValue] { MagicAmounts.values }

    func scenarioChanged(of object: String, _ transaction: Transaction) throws {
        if try enrollments.scenarioChanged(of: object, transaction) { return }
        _ = try payments.scenarioChanged(of: object, transaction)
    }
}
