import CheckoutContracts
import Sandbox
import SandboxKit

/// The events of `toque trigger`: results of payments, and the webhooks' own names for some of them.
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

    /// The result that a webhook's event stands for; a result stands for itself.
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
        case .authorized: "A card payment whose amount is held."
        case .succeeded: "A payment that succeeded."
        case .captured: "A card payment that was held and captured."
        case .verified: "A card that was verified by the amount 0."
        case .declined: "A card payment that was declined."
        case .rejected: "A card payment that the provider rejected."
        case .fraud: "A payment that turned out to be fraud."
        case .error: "A payment that failed at the provider."
        case .expired: "A payment that expired."
        case .canceled: "A payment that the merchant canceled."
        case .refunded: "A payment that was refunded."
        case .purchaseWebhook, .authorizeWebhook, .captureWebhook, .cancelWebhook, .refundWebhook, .verifyWebhook:
            "The payment of \(end.rawValue); its last webhook has this name."
        }
    }

    /// For the control API.
    var verb: ControlVerb {
        let method = ControlVerb.Parameter(
            "method", "Pay with this method. Default: \(methods.first?.rawValue ?? "PIX").", kind: "method",
            values: methods.map(\.rawValue))
        return ControlVerb(
            rawValue, summary, Self.parameters + [method] + (end == .declined ? [Self.reason] : []))
    }

    private static let parameters: [ControlVerb.Parameter] = [
        .init("amount", "Pay this amount in major units. Default: 10.00; for a verification, 0.", kind: "amount"),
        .init("currency", "Pay in this currency (ISO 4217). Default: BRL.", kind: "currency"),
        .init("merchant_order_id", "Use this order ID. Default: order-trigger.", kind: "id"),
        .init("account_id", "Use this account (a UUID). Default: the sandbox's.", kind: "id"),
    ]
    private static let reason = ControlVerb.Parameter(
        "reason", "Decline as the scenario payment.REASON. Default: insufficient_funds.", kind: "code",
        values: reasons)

    /// The methods with this result, the usual one first.
    var methods: [YunoPaymentMethodType] {
        switch end {
        case .authorized, .captured, .verified, .declined, .rejected: [.card]
        // A card does not wait for a person, so it cannot expire, unless its amount is held.
        case .pending, .expired, .canceled: [.pix, .applePay, .mercadoPagoCheckoutPro]
        case .succeeded, .fraud, .error, .refunded, .purchaseWebhook, .authorizeWebhook, .captureWebhook,
            .cancelWebhook, .refundWebhook, .verifyWebhook:
            YunoPaymentMethodType.allCases
        }
    }

    /// The name of the scenario with this result.
    /// - Parameter reason: the reason of a declined payment.
    func scenario(reason: String?) throws(SandboxError) -> String {
        switch end {
        case .rejected, .fraud, .error: return rawValue
        case .declined:
            let reason = reason ?? "insufficient_funds"
            guard Self.reasons.contains(reason) else {
                throw .invalid("reason", "Expected one of \(Self.reasons.joined(separator: ", ")).")
            }
            return YunoScenario.prefix + reason
        case .pending, .authorized, .succeeded, .captured, .verified, .expired, .canceled, .refunded, .purchaseWebhook,
            .authorizeWebhook, .captureWebhook, .cancelWebhook, .refundWebhook, .verifyWebhook:
            return YunoScenario.success.name
        }
    }

    private static let reasons = [
        "insufficient_funds", "declined_by_bank", "do_not_honor", "invalid_security_code", "expired_card",
        "fraud_declined", "authentication_failed_three_d_secure", "cancelled_by_user", "challenge_expired",
    ]
}
