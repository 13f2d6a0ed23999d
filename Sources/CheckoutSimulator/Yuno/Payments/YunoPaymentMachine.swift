import CheckoutContracts
import SandboxKit

typealias YunoTransition = Transition<YunoPaymentState, YunoResponseCode>

/// The durations of a payment's timers.
package struct YunoDurations: Sendable, Hashable {
    /// The lifetime of a session.
    package var session = Duration.seconds(5 * 3600)
    /// The lifetime of a Pix code.
    package var code = Duration.seconds(30 * 60)
    /// The issuer's timeout for its challenge.
    package var challenge = Duration.seconds(10 * 60)
    /// The timeout of the page of a method that leaves the app.
    package var redirect = Duration.seconds(30 * 60)
    /// The timeout for a silent provider behind Yuno.
    package var provider = Duration.seconds(15 * 60)
    /// The period in which an authorization can be captured.
    package var authorization = Duration.seconds(7 * 86_400)

    package init() {}
}

/// The lifecycle of a payment. Only these transitions move money.
enum YunoPaymentMachine {
    /// The other side's possible responses about an instrument.
    private static let judged: [YunoPaymentState] = [.sheetSent, .cardSent, .authenticated, .redirectPaid]
    private static let ofCards: [YunoPaymentState] = [.cardSent, .authenticated]

    static let table = StateMachine<YunoPaymentState, YunoPaymentEvent, YunoTransition>([
        ([.sessionReady], .sheetShown, .to(.sheetShown)),

        // The person
        ([.codeShown], .personApproved, .to(.codePaid)),
        ([.sheetShown], .personApproved, .to(.sheetSent)),
        ([.challenged], .personApproved, .to(.authenticated)),
        ([.redirected], .personApproved, .to(.redirectPaid)),
        (
            [.challenged, .redirected], .personDeclined,
            .to(.declined, because: .canceledByPerson, "The person declined.")
        ),
        (
            [.challenged], .authenticationFailed,
            .to(.declined, because: .authenticationFailed, "The issuer did not authenticate the person.")
        ),

        // The other side
        ([.codePaid] + judged, .approved, .to(.approved)),
        (ofCards, .authorized, .to(.authorized)),
        (ofCards, .verified, .to(.verified)),
        (
            judged, .insufficientFunds,
            .to(.declined, because: .insufficientFunds, "The account lacks the funds.")
        ),
        (judged, .declinedByBank, .to(.declined, because: .declinedByBank, "The bank declined.")),
        (judged, .doNotHonor, .to(.declined, because: .doNotHonor, "The bank declined without a reason.")),
        (
            judged, .invalidSecurityCode,
            .to(.declined, because: .invalidSecurityCode, "The security code of the card is wrong.")
        ),
        (judged, .expiredCard, .to(.declined, because: .expiredCard, "The card has expired.")),
        (
            judged, .fraudDeclined,
            .to(.fraudDeclined, because: .fraudVerified, "The check for fraud declined the payment.")
        ),
        (judged, .rejected, .to(.rejected, because: .declinedByBank, "The provider rejected the payment.")),
        ([.codePaid] + judged, .fraud, .to(.fraud, because: .fraudVerified, "The payment is a fraud.")),
        ([.codePaid] + judged, .failed, .to(.error, because: .internalError, "The provider failed.")),

        // The merchant
        ([.authorized], .captured, .to(.captured)),
        ([.authorized], .partiallyCaptured, .to(.partiallyCaptured)),
        (
            [.codeShown, .codePaid, .sessionReady, .sheetShown, .sheetSent, .redirected, .redirectPaid, .authorized],
            .canceled, .to(.canceled)
        ),
        ([.approved, .captured, .partiallyCaptured, .partiallyRefunded], .refunded, .to(.refunded)),
        (
            [.approved, .captured, .partiallyCaptured, .partiallyRefunded], .partiallyRefunded,
            .to(.partiallyRefunded)
        ),

        // Clocks
        (
            [.codeShown, .codePaid], .codeExpired,
            .to(.expired, because: .expired, "The code was not paid in time.")
        ),
        (
            [.challenged], .challengeExpired,
            .to(.declined, because: .expired, "The challenge was not answered in time.")
        ),
        (
            [.redirected, .redirectPaid], .redirectExpired,
            .to(.expired, because: .expired, "The person did not come back in time.")
        ),
        (
            [.sheetShown, .sheetSent, .cardSent, .authenticated], .providerSilent,
            .to(.expired, because: .expired, "The provider gave no answer in time.")
        ),
        (
            [.authorized], .authorizationExpired,
            .to(.expired, because: .expired, "The authorization was not captured in time.")
        ),
    ])

    static let clocks = Clocks<YunoPaymentState, YunoPaymentEvent, YunoDurations>(
        prefix: "payment.", step: "step",
        [
            (.codeExpired, [.codeShown, .codePaid], \.code),
            (.challengeExpired, [.challenged], \.challenge),
            (.redirectExpired, [.redirected, .redirectPaid], \.redirect),
            (.providerSilent, [.sheetShown, .sheetSent, .cardSent, .authenticated], \.provider),
            (.authorizationExpired, [.authorized], \.authorization),
        ])

    /// The timer that runs in a state; nil if there is none.
    static func clock(in state: YunoPaymentState) -> YunoPaymentEvent? {
        clocks.rows.first { $0.states.contains(state) }?.event
    }
}
