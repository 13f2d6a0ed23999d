import Sandbox
import SandboxKit

extension EcommpayScenario {
    /// A scenario of payments.
    private static func payment(
        _ name: String, _ summary: String,
        _ steps: [EcommpayPaymentState: AutomaticStep<EcommpayPaymentEvent, Durations>] = [:],
        course: Course? = nil
    ) -> EcommpayScenario {
        var scenario = EcommpayScenario(name: "payment.\(name)", summary: summary, kinds: [.payment])
        scenario.steps = steps
        scenario.course = course
        return scenario
    }

    /// The providers' result.
    private static func payment(
        _ name: String, _ summary: String, answer: EcommpayPaymentEvent
    ) -> EcommpayScenario {
        payment(name, summary, [.processing: .event(answer, after: .configured(\.result))])
    }

    /// One for each result and each path to it. Append only: magic amounts are numbered by position.
    static let ofPayments: [EcommpayScenario] = [
        payment("decline", "The issuer declines: 100.", answer: .declined),
        payment("insufficient_funds", "The account lacks the funds: 10105.", answer: .insufficientFunds),
        payment("risk", "The risk system declines: 402.", answer: .declinedByRiskSystem),
        payment("3ds_declined", "The authentication fails: 104.", answer: .declinedBy3DSecure),
        payment(
            "not_returned", "The person does not come back from the issuer or the Payment Page: 108.",
            [
                .awaiting3DSResult: .event(.personGone, after: .atOnce),
                .awaitingRedirectResult: .event(.personGone, after: .atOnce),
            ]),
        payment(
            "cancelled_by_customer", "The person cancels at the issuer or on the Payment Page: 301.",
            [
                .awaiting3DSResult: .event(.personDeclined, after: .atOnce),
                .awaitingRedirectResult: .event(.personDeclined, after: .atOnce),
            ]),
        payment(
            "cancelled", "A hold is released a minute after the authorization.",
            [.awaitingCapture: .event(.holdExpired, after: .seconds(60))]),
        payment(
            "refunded", "The payment succeeds, and is refunded a minute later.",
            [.success: .event(.refundedWholly, after: .seconds(60))]),
        payment("challenge", "The issuer asks the person, whatever the app knows.", course: .challenge),
        payment("frictionless", "The issuer asks nothing.", course: .frictionless),
        payment("clarification", "The platform asks for the billing address first.", course: .clarification),
        payment(
            "cascade", "The first provider declines; a second attempt succeeds without a question.", course: .cascade),
        payment(
            "cascade_with_3ds", "The first provider declines; at the second attempt the issuer asks the person.",
            course: .cascadeWithChallenge),
    ]

    static let catalog = ScenarioCatalog(
        usual: EcommpayScenario(
            name: "success", summary: "Everything goes well. The default.", kinds: [.payment]),
        others: ofPayments + ofTheWay([.payment], automatic: [.processing]))

    /// Only the amounts 9000.01 and so on, in minor units, choose a scenario of payments.
    static let magicAmounts = CountedAmounts.integers(ofPayments)

    /// The scenario of a test token: `tok_success`, `tok_challenge`, `tok_slow`; nil for other texts.
    static func ofToken(_ token: String) -> EcommpayScenario? {
        guard token.hasPrefix("tok_") else { return nil }
        let name = String(token.dropFirst(4))
        return catalog.scenario(named: "payment.\(name)") ?? catalog.scenario(named: name)
    }
}
