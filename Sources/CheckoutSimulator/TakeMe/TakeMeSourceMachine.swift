import CheckoutContracts
import SandboxKit
import ToqueEncoding

/// Where a source stands. The API shows fewer states than there are.
enum TakeMeSourceState: String, Sendable, Hashable, JSONChoice {
    /// The payer is to decide in the wallet.
    case pending
    /// The payer has decided, and the wallet has not told what.
    case authorizing
    case chargeable
    /// The merchant has charged the source, which shows so later.
    case charged
    case consumed
    case failed

    var status: TakeMeSourceStatus {
        switch self {
        case .pending, .authorizing: .pending(.pending)
        case .chargeable, .charged: .pending(.chargeable)
        case .consumed: .final(.consumed)
        case .failed: .final(.failed)
        }
    }
}

enum TakeMeSourceEvent: String, Sendable, Hashable, CaseIterable {
    // The payer
    case decided

    // The wallet
    case authorized
    case declined
    /// The relying party refused the payer's ceremony.
    case refused
    case walletFailed = "wallet_failed"

    // The merchant's server
    case charged
    /// As `charged`, where the source is consumed later.
    case chargeAccepted = "charge_accepted"
    case consumed

    // Clocks
    case authorizationExpired = "authorization_expired"
    case chargeExpired = "charge_expired"
}

/// Why a source failed.
enum TakeMeFailure: String, Sendable, Hashable, JSONChoice {
    case declined, refused
    case walletFailed = "wallet_failed"
    case authorizationExpired = "authorization_expired"
    case chargeExpired = "charge_expired"
}

typealias TakeMeTransition = Transition<TakeMeSourceState, TakeMeFailure>

/// The life of a source. What it lacks is refused.
let takeMeSourceMachine = StateMachine<TakeMeSourceState, TakeMeSourceEvent, TakeMeTransition>([
    ([.pending], .decided, .to(.authorizing)),
    ([.pending, .authorizing], .authorized, .to(.chargeable)),
    (
        [.pending, .authorizing], .declined,
        .to(.failed, because: .declined, "The payer declined in the wallet.")
    ),
    (
        [.pending, .authorizing], .refused,
        .to(.failed, because: .refused, "The wallet refused the payer's authorization.")
    ),
    (
        [.pending, .authorizing], .walletFailed,
        .to(.failed, because: .walletFailed, "The wallet has a failure of its own.")
    ),
    (
        [.pending, .authorizing], .authorizationExpired,
        .to(.failed, because: .authorizationExpired, "The payment was not authorized in time.")
    ),
    ([.chargeable], .charged, .to(.consumed)),
    ([.chargeable], .chargeAccepted, .to(.charged)),
    (
        [.chargeable], .chargeExpired,
        .to(.failed, because: .chargeExpired, "The merchant did not charge the source in time.")
    ),
    ([.charged], .consumed, .to(.consumed)),
])

/// The clocks beside the table.
struct TakeMeDurations: Sendable, Hashable {
    /// The wallet waits for the payer.
    var authorization = Duration.seconds(15 * 60)
    /// An authorized source waits for the merchant's charge.
    var charge = Duration.seconds(60 * 60)
}

let takeMeSourceClocks = Clocks<TakeMeSourceState, TakeMeSourceEvent, TakeMeDurations>(
    prefix: "source.", step: "step",
    [
        (.authorizationExpired, [.pending, .authorizing], \.authorization),
        (.chargeExpired, [.chargeable], \.charge),
    ])
