import Sandbox

/// How objects come by their scenario.
package struct ScenarioRules<Scenario: ProviderScenario>: Sendable {
    /// The simulator's, for what has no other (`--scenario`).
    private let fallback: String?

    package init(fallback: String?) { self.fallback = fallback }

    /// Chooses the scenario of an object that a POST makes. `unavailable:N` answers N of those that would play it with
    /// 503, and lets the next one through; that is counted for the tenant, as there is no object yet.
    /// - Parameters:
    ///   - header: `X-Toque-Scenario` of the POST.
    ///   - others: what chooses where the header does not, the strongest first.
    /// - Returns: nil for 503, with nothing else to be done.
    package func admit(
        _ kind: Scenario.Kind, header: String?, others: [(name: String?, source: Scenario.Source)],
        _ transaction: Transaction
    ) throws -> ScenarioChoice<Scenario>? {
        let choice = try choose(for: kind, header: header, others: others, transaction)
        guard let limit = choice.scenario.unavailableTimes else { return choice }
        let setting = "refused_posts.\(kind.rawValue)"
        let refused = try transaction.setting(setting).flatMap(Int.init) ?? 0
        try transaction.setSetting(setting, refused < limit ? "\(refused + 1)" : "0")
        return refused < limit ? nil : choice
    }

    /// The first that is named, is known and applies to this kind of object. The others are passed over: a header or a
    /// default may stand for a whole test, of which a scenario of payments concerns the payments.
    private func choose(
        for kind: Scenario.Kind, header: String?, others: [(name: String?, source: Scenario.Source)],
        _ transaction: ReadTransaction
    ) throws -> ScenarioChoice<Scenario> {
        var candidates = others
        candidates.insert((header, .header), at: 0)
        candidates.append((try transaction.defaultScenario(), .default))
        candidates.append((fallback, .default))
        for candidate in candidates {
            if let name = candidate.name, Scenario.catalog.scenario(named: name)?.kinds.contains(kind) == true {
                return ScenarioChoice(name: name, source: candidate.source)
            }
        }
        return ScenarioChoice(name: Scenario.catalog.usual.name, source: .default)
    }
}
