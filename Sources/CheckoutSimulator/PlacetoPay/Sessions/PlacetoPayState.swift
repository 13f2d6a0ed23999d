import CheckoutContracts
import SandboxKit
import ToqueEncoding

/// The state of a session.
enum PlacetoPayState: String, Sendable, Hashable, JSONChoice {
    /// The payer can pay.
    case open
    /// The bank has an attempt.
    case processing
    /// A part is paid, and the payer can pay the rest.
    case partlyPaid = "partly_paid"
    /// A part is paid, and the bank has an attempt.
    case processingRest = "processing_rest"
    case approved
    case rejected
    case partialExpired = "partial_expired"

    /// The status in the API.
    var word: PlacetoPayStatus.Word {
        switch self {
        case .open, .processing: .pending
        case .partlyPaid, .processingRest: .approvedPartial
        case .approved: .approved
        case .rejected: .rejected
        case .partialExpired: .partialExpired
        }
    }

    /// True if the bank has an attempt.
    var isProcessing: Bool { self == .processing || self == .processingRest }
}

/// The events of a session.
enum PlacetoPayEvent: String, Sendable, Hashable, CaseIterable {
    /// The bank has an attempt and takes its time.
    case submitted
    /// An attempt pays the whole remaining amount.
    case approved
    /// An attempt pays a part.
    case partlyApproved = "partly_approved"
    /// An attempt is rejected; more are possible.
    case rejected
    /// The last attempt is rejected.
    case attemptsExhausted = "attempts_exhausted"
    /// The payer leaves the page.
    case abandoned
    case canceledByMerchant = "canceled_by_merchant"
    case expired
}

/// The result of an event.
struct PlacetoPayOutcome: Sendable {
    /// The result of the attempt.
    enum Attempt: Sendable { case pending, approved, rejected, expired }

    let state: PlacetoPayState
    /// The session's reason.
    let reason: PlacetoPayCode
    /// nil if the event concerns no attempt.
    let attempt: Attempt?

    static func to(_ state: PlacetoPayState, _ reason: PlacetoPayCode, attempt: Attempt? = nil) -> PlacetoPayOutcome {
        PlacetoPayOutcome(state: state, reason: reason, attempt: attempt)
    }
}

/// The lifecycle of a session. A session that ends partly paid is not rejected.
let placetoPayMachine = StateMachine<PlacetoPayState, PlacetoPayEvent, PlacetoPayOutcome>([
    ([.open], .submitted, .to(.processing, .pending, attempt: .pending)),
    ([.partlyPaid], .submitted, .to(.processingRest, .partlyApproved, attempt: .pending)),
    (
        [.open, .processing, .partlyPaid, .processingRest], .approved,
        .to(.approved, .approved, attempt: .approved)
    ),
    (
        [.open, .processing, .partlyPaid, .processingRest], .partlyApproved,
        .to(.partlyPaid, .partlyApproved, attempt: .approved)
    ),
    ([.open, .processing], .rejected, .to(.open, .pending, attempt: .rejected)),
    ([.partlyPaid, .processingRest], .rejected, .to(.partlyPaid, .partlyApproved, attempt: .rejected)),
    ([.open, .processing], .attemptsExhausted, .to(.rejected, .attemptsExhausted, attempt: .rejected)),
    (
        [.partlyPaid, .processingRest], .attemptsExhausted,
        .to(.partialExpired, .partialExpired, attempt: .rejected)
    ),
    ([.open], .abandoned, .to(.rejected, .abandonedByUser)),
    ([.partlyPaid], .abandoned, .to(.partialExpired, .partialExpired)),
    ([.open], .canceledByMerchant, .to(.rejected, .canceledByMerchant)),
    ([.open], .expired, .to(.rejected, .expired)),
    ([.processing], .expired, .to(.rejected, .expired, attempt: .expired)),
    ([.partlyPaid], .expired, .to(.partialExpired, .partialExpired)),
    ([.processingRest], .expired, .to(.partialExpired, .partialExpired, attempt: .expired)),
])
