import CheckoutContracts
import Sandbox
import SandboxKit

/// The simulated Checkout's behavior, with the evidence for it.
enum PlacetoPayFidelity {
    static let sections: [FidelitySection] = [
        .documented(documented),
        .assumed(assumed),
        .assumedBesideAnswers(assumedBesideAnswers),
    ]

    // MARK: Assumed

    static let validation = Behavior(
        assumed: "validation", "An invalid body is 400, FAILED and BR; the message names each invalid member.",
        why: "The documentation has the limits, not the answer.", place: "errors with 400")
    static let unknownSession = Behavior(
        assumed: "unknown-session", "A session that is unknown, or another site's, is 404 and FAILED.",
        why: "Not documented.", place: "errors with 404")
    static let wrongState = Behavior(
        assumed: "wrong-state", "A cancellation that the session does not allow is 400, FAILED and BR.",
        why: "The condition is documented, the refusal is not.", place: "POST api/session/{requestId}/cancel")
    static let replay = Behavior(
        assumed: "auth-replay", "The same login, nonce and seed again within five minutes is 401 with 102.",
        why: "The nonce must be unique; the refusal of a repeated one is not documented.", place: "errors with 401")
    static let page = Behavior(
        assumed: "page", "The page's address ends with 32 random hexadecimal digits.",
        why: "The samples show an address and no rule.", place: "POST api/session")
    static let defaults = Behavior(
        assumed: "defaults", "Dates have the offset -05:00; a session without a locale has es_CO.",
        why: "They are the site's own.", place: "sessions")
    static let reasons = Behavior(
        assumed: "reasons",
        "An expired session is REJECTED with EX. A rejected attempt has 05, 51, 61 or 65, and leaves the "
            + "session PENDING with PT until the tenth.",
        why: "The reasons of expiry and of declined cards are not documented.",
        place: "sessions that ended, and attempts")
    static let partial = Behavior(
        assumed: "partial",
        "A partly paid session is APPROVED_PARTIAL with P0. It ends as APPROVED or as PARTIAL_EXPIRED with PX, even "
            + "if the payer leaves or the tenth attempt is rejected.",
        why: "The steps between the documented states are not documented.", place: "sessions that are paid in parts")
    static let cards = Behavior(
        assumed: "cards", "A test card, tok_ and a scenario's name, sets the bank's decision on one attempt.",
        why: "The sandbox takes no card data.", place: "POST spa/session/{object}/{handle}/card")

    static let assumed =
        [validation, unknownSession, wrongState, replay, page, defaults, reasons, partial, cards] + PayerFidelity.all

    static let assumedBesideAnswers = [
        Behavior(
            assumed: "buyer-place", "The buyer is read next to the payment and inside it.",
            why: "The documented types have it next to the payment, the sample inside.", place: "POST api/session"),
        Behavior(
            assumed: "payer-of-session", "After the first attempt a session shows its buyer as the payer, too.",
            why: "The samples send a buyer and show a payer.", place: "POST api/session/{requestId}"),
        Behavior(
            assumed: "return-urls", "Return and cancel URL are https, http on this machine, or an app's own scheme.",
            why: "The samples show an app's scheme; no rule is documented.", place: "POST api/session"),
        Behavior(
            assumed: "out-of-scope",
            "Subscriptions, recurring payments, dispersions and collections are refused by the member's name.",
            why: "The sandbox does not simulate them.", place: "POST api/session"),
        Behavior(
            assumed: "bank", "The bank answers at once, unless a scenario delays it.", why: "Banks differ.",
            place: "attempts"),
        Behavior(
            assumed: "replays-in-memory", "After a restart of the sandbox, earlier requests are not remembered.",
            why: "They can be repeated for five minutes only.", place: "every request"),
        Behavior(
            assumed: "pending-confirmation", "PENDING_CONFIRMATION never occurs.",
            why: "Its cause is not documented.", place: "sessions"),
    ]

    // MARK: The behaviors behind a response

    /// The behaviors in every new session.
    static let ofSessions = [page, defaults]

    static func of(_ session: PlacetoPaySessionInformation) -> [Behavior] {
        var behaviors = ofSessions
        let isRejected = session.payment?.contains { $0.status.status == .rejected } ?? false
        if isRejected || session.status.reason == .expired { behaviors.append(reasons) }
        let isPartial = session.status.status == .approvedPartial || session.status.status == .partialExpired
        if isPartial { behaviors.append(partial) }
        return behaviors
    }

    /// The behavior behind an error; nil for documented errors.
    static func followed(by error: SandboxError) -> Behavior? {
        switch error.code {
        case "card_data": PayerFidelity.cardData
        case "not_found": unknownSession
        case "invalid_status": wrongState
        case _ where error.status == 400: validation
        default: nil
        }
    }
}
