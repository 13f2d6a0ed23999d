import Sandbox
import SandboxKit

/// How the wallet, the merchant's time or the way to the provider departs from what is usual.
struct TakeMeScenario: CheckoutScenario {
    enum Kind: String, Sendable, Hashable, CaseIterable { case source }
    typealias Target = CheckoutTarget
    typealias Source = CheckoutScenarioSource

    let name: String
    let summary: String
    let kinds: Set<Kind>
    var steps: [TakeMeSourceState: AutomaticStep<TakeMeSourceEvent, TakeMeDurations>] = [:]
    var faults: [FaultRule<CheckoutTarget>] = []
    var webhookFaults: [Fault] = []
    var argument: String?

    init(name: String, summary: String, kinds: Set<Kind>) {
        self.name = name
        self.summary = summary
        self.kinds = kinds
    }
}

extension TakeMeScenario {
    static let catalog = ScenarioCatalog(usual: success, others: ofSources + ofTheWay)

    static let success = TakeMeScenario(
        name: "success",
        summary: "Everything goes as the payer and the merchant want: what happens without a scenario.",
        kinds: [.source])

    /// One for each final status and each reason. Append only: magic amounts count along.
    static let ofSources: [TakeMeScenario] = [
        source(
            "consumed", "The wallet authorizes by itself after a second; the merchant's charge consumes the source.",
            [.pending: .event(.authorized, after: .seconds(1))]),
        source(
            "failed", "The wallet fails behind the payer's authorization.",
            [.authorizing: .event(.walletFailed, after: .atOnce)]),
        source(
            "declined", "The payer declines, whatever they press.",
            [.authorizing: .event(.declined, after: .atOnce)]),
        source(
            "refused", "The wallet refuses the payer's authorization, right as it is.",
            [.authorizing: .event(.refused, after: .atOnce)]),
        source(
            "authorization_expired", "The time to authorize is over at once.",
            [.pending: .event(.authorizationExpired, after: .atOnce)]),
        source(
            "charge_expired", "The payer authorizes, and the time to charge is over at once.",
            [.chargeable: .event(.chargeExpired, after: .atOnce)]),
        source(
            "consumed_late",
            "The merchant's charge is taken, and the source shows it after 90 seconds: later than a device waits.",
            [.charged: .event(.consumed, after: .seconds(90))]),
    ]

    private static let ofTheWay = ofTheWay([.source], automatic: [.authorizing])

    private static func source(
        _ name: String, _ summary: String,
        _ steps: [TakeMeSourceState: AutomaticStep<TakeMeSourceEvent, TakeMeDurations>]
    ) -> TakeMeScenario {
        var scenario = TakeMeScenario(name: "source.\(name)", summary: summary, kinds: [.source])
        scenario.steps = steps
        return scenario
    }

    /// The name behind the kind: the reason of most.
    var reason: String { String(name.split(separator: ".").last ?? "") }

    /// Amounts that choose a scenario, in any currency: 900001 for the first of a source's, 900051 for the first of
    /// the way's.
    static let magicAmounts: [MagicValue] =
        CountedAmounts.integers(ofSources) + CountedAmounts.integers(from: 900_051, ofTheWay)
}
