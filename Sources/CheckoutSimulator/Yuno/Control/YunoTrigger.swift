import CheckoutContracts
import Sandbox
import SandboxKit

/// What `toque trigger` can bring about: the ends of payments, and the webhooks' own names for some of them.
enum YunoTrigger: String, Sendable, CaseIterable {
    case pending = "payment.pending"
    case authorized = "payment.authorized"
    case succeeded = "payment.succeeded"
    case captured = "payment.captured"
    case verified = "payment.verified"
    case declined = "payment.declined"
    case rejected = "payment.rejected"
    case fraud = "payment.fraud"
    case error = "payment.error"
    case expired = "payment.expired"
    case canceled = "payment.canceled"
    case refunded = "payment.refunded"
    case purchaseWebhook = "payment.purchase"
    case authorizeWebhook = "payment.authorize"
    case captureWebhook = "payment.capture"
    case cancelWebhook = "payment.cancel"
    case refundWebhook = "payment.refund"
    case verifyWebhook = "payment.verify"

    /// The end that a webhook's event stands for; itself for an end.
    var end: YunoTrigger {
        switch self {
        case .purchaseWebhook: .succeeded
        case .authorizeWebhook: .authorized
        case .captureWebhook: .captured
        case .cancelWebhook: .canceled
        case .refundWebhook: .refunded
        case .verifyWebhook: .verified
        case .pending, .authorized, .succeeded, .captured, .verified, .declined, .rejected, .fraud, .error, .expired,
            .canceled, .refunded:
            self
        }
    }

    private var summary: String {
        switch self {
        case .pending: "A payment that waits for the person."
        case .authorized: "A card's payment whose amount is held."
        case .succeeded: "A payment that went well."
        case .captured: "A card's payment that was held and captured."
        case .verified: "A card that was verified with the amount 0."
        case .declined: "A card's payment that was declined."
        case .rejected: "A card's payment that the provider rejected."
        case .fraud: "A payment that turned out to be a fraud."
        case .error: "A payment at which the provider failed."
        case .expired: "A payment whose time was over."
        case .canceled: "A payment that the merchant canceled."
        case .refunded: "A payment that was refunded."
        case .purchaseWebhook, .authorizeWebhook, .captureWebhook, .cancelWebhook, .refundWebhook, .verifyWebhook:
            "As \(end.rawValue): the last webhook has this name."
        }
    }

    /// For the control API.
    var verb: ControlVerb { ControlVerb(rawValue, summary, Self.parameters + (end == .declined ? [Self.reason] : [])) }

    private static let parameters: [ControlVerb.Parameter] = [
        .init("amount", "In the major unit. Default: 10.00; 0 for a verification."),
        .init("currency", "Default: BRL."),
        .init("merchant_order_id", "Default: order-trigger."),
        .init("account_id", "A UUID. Default: that of the sandbox."),
        .init("method", "PIX, CARD, APPLE_PAY or MERCADO_PAGO_CHECKOUT_PRO. Default: PIX, or CARD where it has to be."),
    ]
    private static let reason = ControlVerb.Parameter(
        "reason", "The scenario behind payment., such as do_not_honor. Default: insufficient_funds.")

    /// The methods that can end so, the usual one first.
    var methods: [YunoPaymentMethodType] {
        switch end {
        case .authorized, .captured, .verified, .declined, .rejected: [.card]
        // A card waits for nobody who could be late, unless it is held.
        case .pending, .expired, .canceled: [.pix, .applePay, .mercadoPagoCheckoutPro]
        default: YunoPaymentMethodType.allCases
        }
    }

    /// Name of the scenario that ends so.
    /// - Parameter reason: of a payment that was declined.
    func scenario(reason: String?) throws(SandboxError) -> String {
        switch end {
        case .rejected, .fraud, .error: return rawValue
        case .declined:
            let name = YunoScenario.prefix + (reason ?? "insufficient_funds")
            guard YunoTrigger.declining.contains(name) else {
                let known = YunoTrigger.declining.map { $0.dropFirst(YunoScenario.prefix.count) }
                throw .invalid("reason", "Expected one of \(known.joined(separator: ", ")).")
            }
            return name
        default: return YunoScenario.success.name
        }
    }

    private static let declining = [
        "insufficient_funds", "declined_by_bank", "do_not_honor", "invalid_security_code", "expired_card",
        "fraud_declined", "authentication_failed_three_d_secure", "cancelled_by_user", "challenge_expired",
    ].map { YunoScenario.prefix + $0 }
}
