import CheckoutContracts
import SandboxKit
import ToqueEncoding

/// The state of a source. The API shows fewer states.
enum TakeMeSourceState: String, Sendable, Hashable, JSONChoice {
    /// Waits for the payer's decision in the wallet.
    case pending
    /// The payer has decided, and the wallet has not reported it.
    case authorizing
    case chargeable
    /// The merchant has charged the source, and its status changes later.
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
    /// Like `charged`, but the source is consumed later.
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

/// The lifecycle of a source. Transitions that are not listed are refused.
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
        .to(.failed, because: .walletFailed, "The wallet fails.")
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

/// The timers of the states.
struct TakeMeDurations: Sendable, Hashable {
    /// The wallet's wait for the payer.
    var authorization = Duration.seconds(15 * 60)
    /// An authorized source's wait for the merchant's charge.
    var charge = Duration.seconds(60 * 60)
}

let takeMeSourceClocks = Clocks<TakeMeSourceState, TakeMeSourceEvent, TakeMeDurations>(
    prefix: "source.", step: "step",
    [
        (.authorizationExpired, [.pending, .authorizing], \.authorization),
        (.chargeExpired, [.chargeable], \.charge),
    ])
