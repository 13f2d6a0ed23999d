import CheckoutContracts
import SandboxKit

extension YunoScenario {
    static let catalog = ScenarioCatalog(usual: success, others: ofPayments + onTheWay)

    static let success = YunoScenario(
        name: "success", summary: "Everything goes well. The default.",
        kinds: Set(YunoObjectKind.allCases))

    private static let all = Set(YunoPaymentMethodType.allCases)
    /// The methods with a check of the instrument.
    private static let judged: Set<YunoPaymentMethodType> = [.card, .applePay, .mercadoPagoCheckoutPro]

    /// One for each result of a payment and each response code. Append only: magic amounts are numbered by position.
    static let ofPayments: [YunoScenario] = [
        YunoScenario(
            "insufficient_funds", "The account lacks the funds.", of: judged, answer: .insufficientFunds),
        YunoScenario("declined_by_bank", "The bank declines.", of: judged, answer: .declinedByBank),
        YunoScenario("do_not_honor", "The bank declines without a reason.", of: judged, answer: .doNotHonor),
        YunoScenario(
            "invalid_security_code", "The security code of the card is wrong.", of: judged, answer: .invalidSecurityCode
        ),
        YunoScenario("expired_card", "The card has expired.", of: judged, answer: .expiredCard),
        YunoScenario(
            "fraud_declined", "The fraud check declines the payment.", of: judged, answer: .fraudDeclined),
        YunoScenario("rejected", "The provider rejects the payment.", of: judged, answer: .rejected),
        YunoScenario("fraud", "The payment turns out to be fraud.", of: all, answer: .fraud),
        YunoScenario("error", "The provider fails.", of: all, answer: .failed),
        YunoScenario(
            "authentication_failed_three_d_secure", "The issuer does not authenticate the person.", of: [.card],
            [.challenged: .event(.authenticationFailed, after: .atOnce)], hasChallenge: true),
        YunoScenario(
            "cancelled_by_user",
            "The person declines, on the issuer's page or on that of a method that leaves the app.",
            of: [.card, .mercadoPagoCheckoutPro],
            [
                .challenged: .event(.personDeclined, after: .atOnce),
                .redirected: .event(.personDeclined, after: .atOnce),
            ], hasChallenge: true),
        YunoScenario(
            "challenge", "The issuer of the card asks the person, whose approval makes the payment go well.",
            of: [.card],
            [:], hasChallenge: true),
        YunoScenario(
            "challenge_expired", "The time for the issuer's challenge expires at once.", of: [.card],
            [.challenged: .event(.challengeExpired, after: .atOnce)], hasChallenge: true),
        YunoScenario(
            "expired", "The time to pay expires at once; for a card, the time to capture.", of: all,
            [
                .codeShown: .event(.codeExpired, after: .atOnce),
                .sheetShown: .event(.providerSilent, after: .atOnce),
                .redirected: .event(.redirectExpired, after: .atOnce),
                .authorized: .event(.authorizationExpired, after: .atOnce),
            ]),
        YunoScenario(
            "canceled", "The merchant cancels the payment at Yuno's dashboard; for a card, the authorization.", of: all,
            [
                .codeShown: .event(.canceled, after: .atOnce), .sheetShown: .event(.canceled, after: .atOnce),
                .redirected: .event(.canceled, after: .atOnce), .authorized: .event(.canceled, after: .atOnce),
            ]),
        YunoScenario(
            "captured", "An authorization is captured at Yuno's dashboard a minute later.", of: [.card],
            [.authorized: .event(.captured, after: .seconds(60))]),
        YunoScenario(
            "partially_captured", "Half of an authorization is captured at Yuno's dashboard a minute later.",
            of: [.card],
            [.authorized: .event(.partiallyCaptured, after: .seconds(60))]),
        YunoScenario(
            "refunded", "The payment goes well, and is refunded at Yuno's dashboard a minute later.", of: all,
            [
                .approved: .event(.refunded, after: .seconds(60)), .captured: .event(.refunded, after: .seconds(60)),
            ]),
        YunoScenario(
            "partially_refunded",
            "The payment goes well, and half of it is refunded at Yuno's dashboard a minute later.",
            of: all,
            [
                .approved: .event(.partiallyRefunded, after: .seconds(60)),
                .captured: .event(.partiallyRefunded, after: .seconds(60)),
            ]),
    ]

    /// Failures of the network.
    static let onTheWay = ofTheWay(Set(YunoObjectKind.allCases), automatic: YunoPaymentState.automatic)
}
