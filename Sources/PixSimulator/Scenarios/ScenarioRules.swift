import PixAPI
import Sandbox

/// How objects come by their scenario.
struct ScenarioRules: Sendable {
    /// The simulator's, for what has no other (`--scenario`).
    var fallback: String?

    /// The first that is named, is known and applies to this kind of object. The others are passed over: a header or a
    /// default may stand for a whole test, of which a scenario of payments concerns the payments.
    /// - Parameters:
    ///   - header: `X-Toque-Scenario` of the creating POST.
    ///   - amount: of a payment.
    ///   - institution: of the enrollment.
    func choose(
        for kind: ObjectKind, header: String?, amount: Amount? = nil, institution: InstitutionRecord?,
        _ transaction: Transaction
    ) throws -> ScenarioChoice {
        let candidates: [(name: String?, source: ScenarioChoice.Source)] = [
            (header, .header), (amount.flatMap(MagicAmounts.scenario), .magicAmount),
            (institution?.scenario, .institution), (try transaction.defaultScenario(), .default), (fallback, .default),
        ]
        for candidate in candidates {
            if let name = candidate.name, ScenarioCatalog.scenario(named: name)?.kinds.contains(kind) == true {
                return ScenarioChoice(name: name, source: candidate.source)
            }
        }
        return ScenarioChoice(name: ScenarioCatalog.success.name, source: .default)
    }

    /// What `unavailable` answers with.
    static let unavailable = SandboxError(
        status: 503, code: "service_unavailable", message: "The scenario of this request has it fail; try again.")

    /// Whether a POST may make an object: `unavailable:N` answers N of those that would play it with 503, and lets the
    /// next one through. Counted for the tenant, as there is no object yet.
    func admits(_ kind: ObjectKind, _ choice: ScenarioChoice, _ transaction: Transaction) throws -> Bool {
        guard let limit = choice.scenario.unavailableTimes else { return true }
        let setting = "refused_posts.\(kind.rawValue)"
        let refused = try transaction.setting(setting).flatMap(Int.init) ?? 0
        try transaction.setSetting(setting, refused < limit ? "\(refused + 1)" : "0")
        return refused >= limit
    }
}
