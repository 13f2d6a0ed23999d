import ToqueEncoding

/// A session's payment as the device sees it: how far it is, and what to show.
public struct YunoDevicePayment: Sendable, Hashable {
    public var session: String
    /// The payment's id.
    public var payment: String
    public var status: YunoPaymentStatus
    /// What the person is shown before they confirm it.
    public var amount: YunoAmount
    /// A `YunoPaymentMethodType`.
    public var paymentMethodType: String
    public var action: YunoAction
    /// Where a method that leaves the app comes back to: the session's.
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

/// What the device is to show.
public struct YunoAction: Sendable, Hashable {
    /// What the device does next.
    public enum Kind: String, JSONChoice {
        case none = "NONE"
        /// A wallet's sheet, which is confirmed on the device.
        case sheet = "SHEET"
        /// `payload` as a code for the person's bank.
        case qr = "QR"
        /// A page that leaves the app; `callback_url` leads back.
        case redirect = "REDIRECT"
        /// The issuer's page.
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
