import Sandbox

/// The rules that choose an object's scenario.
package struct ScenarioRules<Scenario: ProviderScenario>: Sendable {
    /// The simulator's default (`--scenario`).
    private let fallback: String?

    package init(fallback: String?) { self.fallback = fallback }

    /// Chooses the scenario of an object that a POST creates. `unavailable:N` refuses N of its POSTs with 503 and
    /// accepts the next one; the tenant keeps the count, because no object exists yet.
    /// - Parameters:
    ///   - header: the POST's `X-Toque-Scenario`.
    ///   - others: choices that apply without the header, in order of precedence.
    /// - Returns: nil to respond with 503 and do nothing else.
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

    /// The first choice that names a known scenario for this kind of object. Others are ignored: a header or a default
    /// may cover a whole test, where a payment scenario affects only payments.
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
