import CheckoutContracts
import Sandbox
import SandboxKit

/// The deviations of the payer, the bank or the network from the usual.
struct PlacetoPayScenario: CheckoutScenario {
    enum Kind: String, Sendable, Hashable { case session }

    let name: String
    let summary: String
    let kinds: Set<Kind>
    var steps: [PlacetoPayState: AutomaticStep<PlacetoPayEvent, PlacetoPayDurations>] = [:]
    /// Why the bank rejects attempts; nil if it approves them.
    var refusal: PlacetoPayCode?
    /// True if a rejected attempt is the session's last.
    var endsAttempts = false
    /// True if the first attempt pays half of the amount, in sessions that allow partial payment.
    var paysInParts = false
    var faults: [FaultRule<CheckoutTarget>] = []
    var webhookFaults: [Fault] = []
    var argument: String?

    init(name: String, summary: String, kinds: Set<Kind>) {
        self.name = name
        self.summary = summary
        self.kinds = kinds
    }

    private init(_ name: String, _ summary: String, _ change: (inout PlacetoPayScenario) -> Void) {
        self.init(name: name, summary: summary, kinds: [.session])
        change(&self)
    }

    // MARK: The catalog

    static let catalog = ScenarioCatalog(usual: success, others: others)

    static let success = PlacetoPayScenario("success", "The payment is approved. The default.") {
        _ in
    }

    /// Magic amounts are numbered by position: append only.
    static let others: [PlacetoPayScenario] =
        [
            refused("05", "The bank declines each attempt."),
            refused("51", "The payer's account lacks the funds."),
            refused("61", "The amount is above the payer's limit."),
            refused("65", "The payer's card was used too often."),
            PlacetoPayScenario("transaction.XN", "The bank declines an attempt, and the session has no other.") {
                $0.refusal = .declined
                $0.endsAttempts = true
            },
            ending("?C", "The payer leaves the page at once.", .abandoned),
            ending("MC", "The merchant cancels the session elsewhere, at once.", .canceledByMerchant),
            ending("EX", "The session's time expires at once.", .expired),
            PlacetoPayScenario(
                "transaction.PX",
                "Half is paid, where the session may be paid in parts, and the session's time expires at once."
            ) {
                $0.paysInParts = true
                $0.steps[.partlyPaid] = .event(.expired, after: .atOnce)
            },
            PlacetoPayScenario(
                "session.partial", "The first attempt pays half, where the session may be paid in parts."
            ) { $0.paysInParts = true },
            PlacetoPayScenario("transaction.pending", "The bank takes a minute to approve an attempt.") {
                for state in automatic { $0.steps[state] = .usual(after: .seconds(60)) }
            },
        ] + ofTheWay([.session], automatic: automatic)

    private static let automatic: Set<PlacetoPayState> = [.processing, .processingRest]

    /// The scenarios that change a test card's attempt.
    static let ofAttempts = catalog.all.filter { scenario in
        scenario.name == success.name || scenario.refusal != nil || !automatic.isDisjoint(with: scenario.steps.keys)
    }

    private static func refused(_ reason: PlacetoPayCode, _ summary: String) -> PlacetoPayScenario {
        PlacetoPayScenario("transaction.\(reason)", summary) { $0.refusal = reason }
    }

    private static func ending(_ reason: String, _ summary: String, _ event: PlacetoPayEvent) -> PlacetoPayScenario {
        PlacetoPayScenario("transaction.\(reason)", summary) { $0.steps[.open] = .event(event, after: .atOnce) }
    }
}
