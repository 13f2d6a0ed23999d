import ToqueEncoding

/// A payment in responses and webhooks. A webhook may have fewer members than a response.
public struct YunoPayment: Sendable, Hashable {
    public var id: String
    public var accountID: String?
    public var merchantOrderID: String?
    public var description: String?
    public var country: String?
    public var status: YunoPaymentStatus
    public var amount: Amount?
    public var checkout: Checkout?
    public var paymentMethod: Method?
    public var transactions: [YunoTransaction] = []
    public var createdAt: Timestamp?
    public var updatedAt: Timestamp?

    /// The status of the payment.
    public struct Amount: Sendable, Hashable {
        public var total: YunoAmount
        /// Paid, or captured after a hold.
        public var captured: ExactDecimal
        public var refunded: ExactDecimal

        public init(_ total: YunoAmount, captured: ExactDecimal = .zero, refunded: ExactDecimal = .zero) {
            self.total = total
            self.captured = captured
            self.refunded = refunded
        }
    }

    public struct Checkout: Sendable, Hashable {
        /// The session's ID.
        public var session: String
        /// True if the SDK has something to show: a code, a sheet, a page.
        public var isSDKActionRequired: Bool

        public init(session: String, isSDKActionRequired: Bool) {
            self.session = session
            self.isSDKActionRequired = isSDKActionRequired
        }
    }

    public struct Method: Sendable, Hashable {
        /// Such as `PIX`: a `YunoPaymentMethodType`, or another one.
        public var type: String
        public var vaultedToken: String?

        public init(type: String, vaultedToken: String? = nil) {
            self.type = type
            self.vaultedToken = vaultedToken
        }
    }

    public init(id: String, status: YunoPaymentStatus) {
        self.id = id
        self.status = status
    }
}

extension YunoPayment: JSONStructure {
    package static let blank = YunoPayment(id: "", status: .pending(.created))

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.optional("account_id", &accountID, .uuid)
        coder.optional("merchant_order_id", &merchantOrderID)
        coder.optional("description", &description)
        coder.optional("country", &country)
        coder.yunoStatus(&status)
        coder.optional("amount", &amount)
        coder.optional("checkout", &checkout)
        coder.optional("payment_method", &paymentMethod)
        coder.expected("transactions", &transactions)
        coder.optional("created_at", &createdAt)
        coder.optional("updated_at", &updatedAt)
    }
}

extension YunoPayment.Amount: JSONStructure {
    package static let blank = Self(.blank)

    package mutating func members(_ coder: inout JSONCoder) {
        total.members(&coder)
        coder.expected("captured", &captured)
        coder.expected("refunded", &refunded)
    }
}

extension YunoPayment.Checkout: JSONStructure {
    package static let blank = Self(session: "", isSDKActionRequired: false)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("session", &session)
        coder.required("sdk_action_required", &isSDKActionRequired)
    }
}

extension YunoPayment.Method: JSONStructure {
    package static let blank = Self(type: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("type", &type)
        coder.nullable("vaulted_token", &vaultedToken)
    }
}
