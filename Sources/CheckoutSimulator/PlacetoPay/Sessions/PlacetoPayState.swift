import CheckoutContracts
import SandboxKit
import ToqueEncoding

/// Where a session stands.
enum PlacetoPayState: String, Sendable, Hashable, JSONChoice {
    /// The payer may pay.
    case open
    /// The bank has an attempt.
    case processing
    /// A part is paid, and the payer may pay the rest.
    case partlyPaid = "partly_paid"
    /// A part is paid, and the bank has an attempt.
    case processingRest = "processing_rest"
    case approved
    case rejected
    case partialExpired = "partial_expired"

    /// As the API shows it.
    var word: PlacetoPayStatus.Word {
        switch self {
        case .open, .processing: .pending
        case .partlyPaid, .processingRest: .approvedPartial
        case .approved: .approved
        case .rejected: .rejected
        case .partialExpired: .partialExpired
        }
    }

    /// Whether the bank has an attempt.
    var isProcessing: Bool { self == .processing || self == .processingRest }
}

/// What can happen to a session.
enum PlacetoPayEvent: String, Sendable, Hashable, CaseIterable {
    /// The bank has an attempt, and takes its time.
    case submitted
    /// An attempt pays all that is left.
    case approved
    /// An attempt pays a part.
    case partlyApproved = "partly_approved"
    /// An attempt is rejected, and there may be another.
    case rejected
    /// The last attempt is rejected.
    case attemptsExhausted = "attempts_exhausted"
    /// The payer leaves the page.
    case abandoned
    case cancelledByMerchant = "cancelled_by_merchant"
    case expired
}

/// What an event leads to.
struct PlacetoPayOutcome: Sendable {
    /// What becomes of the attempt.
    enum Attempt: Sendable { case pending, approved, rejected, expired }

    let state: PlacetoPayState
    /// The session's.
    let reason: PlacetoPayCode
    /// Nil where the event is of no attempt.
    let attempt: Attempt?

    static func to(_ state: PlacetoPayState, _ reason: PlacetoPayCode, attempt: Attempt? = nil) -> PlacetoPayOutcome {
        PlacetoPayOutcome(state: state, reason: reason, attempt: attempt)
    }
}

/// The life of a session. A session that ends while a part is paid is no rejected one.
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
    ([.open], .cancelledByMerchant, .to(.rejected, .cancelledByMerchant)),
    ([.open], .expired, .to(.rejected, .expired)),
    ([.processing], .expired, .to(.rejected, .expired, attempt: .expired)),
    ([.partlyPaid], .expired, .to(.partialExpired, .partialExpired)),
    ([.processingRest], .expired, .to(.partialExpired, .partialExpired, attempt: .expired)),
])
