import ToqueEncoding

/// The ways to pay that the SDK and the sandbox know. Yuno has more; their names are texts like these.
public enum YunoPaymentMethodType: String, JSONChoice {
    /// A QR code that leads to the payer's bank.
    case pix = "PIX"
    /// A vaulted card, with a challenge where the issuer asks for one.
    case card = "CARD"
    /// A wallet that answers at once: a sheet that the person confirms.
    case applePay = "APPLE_PAY"
    /// Leaves the app, and comes back by a deep link.
    case mercadoPagoCheckoutPro = "MERCADO_PAGO_CHECKOUT_PRO"

    /// What people call it.
    public var name: String {
        switch self {
        case .pix: "Pix"
        case .card: "Card"
        case .applePay: "Apple Pay"
        case .mercadoPagoCheckoutPro: "Mercado Pago Checkout Pro"
        }
    }

    /// Whether the answer comes while the app waits. Then a cancellation of the person is one, and is told as such.
    public var isSynchronous: Bool { self == .applePay }
}
