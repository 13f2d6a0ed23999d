import CheckoutContracts
import Sandbox
import ToqueEncoding

/// The requirements of a method.
enum YunoMethodRules {
    /// Why a payment cannot be created; nil if it can.
    /// - Parameter token: a vaulted instrument's.
    static func problem(_ method: YunoPaymentMethodType, _ amount: YunoAmount, token: String?) -> SandboxError? {
        if let token, !YunoTestValues.isToken(token) {
            return .invalid(
                "payment_method.vaulted_token",
                "There is no vaulted token \(token.quoted). Test tokens are \(YunoTestValues.usualToken) and tok_ with "
                    + "the name of a scenario.")
        }
        if amount.value == .zero, method != .card {
            return SandboxError(.invalidAmount, "Found 0, which only verifies a card.", field: "amount.value")
        }
        switch method {
        case .card:
            return token == nil
                ? SandboxError.required(
                    "payment_method.vaulted_token",
                    "Found nothing, expected a vaulted token, such as \(YunoTestValues.usualToken): no card data is "
                        + "taken.") : nil
        case .pix:
            guard amount.currency.code == "BRL" else {
                return SandboxError(
                    .currencyNotAllowed, "Found \(amount.currency.code), expected BRL, as Pix is paid in reais.",
                    field: "amount.currency")
            }
            guard amount.value.minorUnits(exponent: 2) != nil else {
                return SandboxError(
                    .invalidAmount, "Found \(amount.value), expected whole centavos, as Pix is paid in reais.",
                    field: "amount.value")
            }
            return nil
        case .applePay, .mercadoPagoCheckoutPro: return nil
        }
    }
}

extension YunoPaymentMethodType {
    /// The page for the payer's decision; nil if the device itself asks.
    var page: PayerPage? {
        switch self {
        case .pix: YunoProvider.bankPage
        case .card: YunoProvider.issuerPage
        case .mercadoPagoCheckoutPro: YunoProvider.walletPage
        case .applePay: nil
        }
    }
}
