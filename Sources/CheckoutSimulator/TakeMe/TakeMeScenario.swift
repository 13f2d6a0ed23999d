import Sandbox
import SandboxKit

/// The deviations of the wallet, the merchant or the network from the usual.
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
        summary: "Everything goes as payer and merchant decide. The default.",
        kinds: [.source])

    /// One for each final status and each reason. Append only: magic amounts are numbered by position.
    static let ofSources: [TakeMeScenario] = [
        source(
            "consumed", "The wallet authorizes by itself after a second; the merchant's charge consumes the source.",
            [.pending: .event(.authorized, after: .seconds(1))]),
        source(
            "failed", "The wallet fails after the payer authorizes.",
            [.authorizing: .event(.walletFailed, after: .atOnce)]),
        source(
            "declined", "The payer declines, whatever they press.",
            [.authorizing: .event(.declined, after: .atOnce)]),
        source(
            "refused", "The wallet refuses the payer's authorization, although it is valid.",
            [.authorizing: .event(.refused, after: .atOnce)]),
        source(
            "authorization_expired", "The time to authorize expires at once.",
            [.pending: .event(.authorizationExpired, after: .atOnce)]),
        source(
            "charge_expired", "The payer authorizes, and the time to charge expires at once.",
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

    /// The name after the kind, which usually is the reason.
    var reason: String { String(name.split(separator: ".").last ?? "") }

    /// Amounts that choose a scenario, in any currency: 900001 for the first scenario of sources, 900051 for the first
    /// of the network.
    static let magicAmounts: [MagicValue] =
        CountedAmounts.integers(ofSources) + CountedAmounts.integers(from: 900_051, ofTheWay)
}
