import ToqueEncoding

/// The payment methods that the SDK and the sandbox support. Yuno has more, identified by similar texts.
public enum YunoPaymentMethodType: String, JSONChoice {
    /// A QR code that leads to the payer's bank.
    case pix = "PIX"
    /// A vaulted card, with a challenge if the issuer requests one.
    case card = "CARD"
    /// A wallet that responds at once: a sheet that the person confirms.
    case applePay = "APPLE_PAY"
    /// Leaves the app and returns by a deep link.
    case mercadoPagoCheckoutPro = "MERCADO_PAGO_CHECKOUT_PRO"

    /// The name for people.
    public var name: String {
        switch self {
        case .pix: "Pix"
        case .card: "Card"
        case .applePay: "Apple Pay"
        case .mercadoPagoCheckoutPro: "Mercado Pago Checkout Pro"
        }
    }

    /// True if the result arrives while the app waits. Only then does the person's cancellation cancel the payment and
    /// get reported as such.
    public var isSynchronous: Bool { self == .applePay }
}
