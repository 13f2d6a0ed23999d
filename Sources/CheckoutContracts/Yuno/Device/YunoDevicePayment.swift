import ToqueEncoding

/// A session's payment on the device: its status and the next step.
public struct YunoDevicePayment: Sendable, Hashable {
    public var session: String
    /// The payment's ID.
    public var payment: String
    public var status: YunoPaymentStatus
    /// The text for the person to confirm.
    public var amount: YunoAmount
    /// A `YunoPaymentMethodType`.
    public var paymentMethodType: String
    public var action: YunoAction
    /// The session's URL to which a method that leaves the app returns.
    public var callbackURL: String?

    public init(
        session: String, payment: String, status: YunoPaymentStatus, amount: YunoAmount, paymentMethodType: String,
        action: YunoAction, callbackURL: String? = nil
    ) {
        self.session = session
        self.payment = payment
        self.status = status
        self.amount = amount
        self.paymentMethodType = paymentMethodType
        self.action = action
        self.callbackURL = callbackURL
    }
}

/// The device's next step.
public struct YunoAction: Sendable, Hashable {
    /// The type of the step.
    public enum Kind: String, JSONChoice {
        case none = "NONE"
        /// Shows a wallet's sheet, which the person confirms on the device.
        case sheet = "SHEET"
        /// Shows `payload` as a code for the person's bank.
        case qr = "QR"
        /// Opens a page outside the app; `callback_url` leads back.
        case redirect = "REDIRECT"
        /// Opens the issuer's page.
        case challenge = "CHALLENGE"
    }

    public var type: Kind
    /// The page for the person.
    public var url: String?
    /// The text of the QR code.
    public var payload: String?
    public var expiresAt: Timestamp?

    public init(_ type: Kind, url: String? = nil, payload: String? = nil, expiresAt: Timestamp? = nil) {
        self.type = type
        self.url = url
        self.payload = payload
        self.expiresAt = expiresAt
    }
}

extension YunoDevicePayment: JSONStructure {
    package static let blank = YunoDevicePayment(
        session: "", payment: "", status: .pending(.created), amount: .blank, paymentMethodType: "", action: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("checkout_session", &session)
        coder.id("payment", &payment)
        coder.yunoStatus(&status)
        coder.required("amount", &amount)
        coder.required("payment_method_type", &paymentMethodType)
        coder.required("action", &action)
        coder.optional("callback_url", &callbackURL)
    }
}

extension YunoAction: JSONStructure {
    package static let blank = YunoAction(.none)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("type", &type)
        coder.optional("url", &url)
        coder.optional("payload", &payload)
        coder.optional("expires_at", &expiresAt)
    }
}
