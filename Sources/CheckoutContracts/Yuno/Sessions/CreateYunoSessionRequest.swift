import ToqueEncoding

/// Body of `POST /v1/checkout/sessions` for the seamless SDK. A session lasts 5 hours and serves one payment.
public struct CreateYunoSessionRequest: RequestModel, Hashable {
    public var accountID: String
    public var merchantOrderID: String
    public var paymentDescription: String
    /// ISO 3166-1 alpha-2.
    public var country: String
    public var amount: YunoAmount
    /// The amount to show to the person if the payment is processed in another currency.
    public var alternativeAmount: YunoAmount?
    /// The URL to which methods that leave the app return.
    public var callbackURL: String?
    /// False holds a card's amount for the merchant to capture.
    public var capture = true

    /// The only workflow that the seamless SDK accepts.
    public static let workflow = "SDK_SEAMLESS"

    public init(
        accountID: String, merchantOrderID: String, paymentDescription: String, country: String, amount: YunoAmount,
        alternativeAmount: YunoAmount? = nil, callbackURL: String? = nil, capture: Bool = true
    ) {
        self.accountID = accountID
        self.merchantOrderID = merchantOrderID
        self.paymentDescription = paymentDescription
        self.country = country
        self.amount = amount
        self.alternativeAmount = alternativeAmount
        self.callbackURL = callbackURL
        self.capture = capture
    }
}

extension CreateYunoSessionRequest: JSONStructure {
    package static let blank = Self(
        accountID: "", merchantOrderID: "", paymentDescription: "", country: "", amount: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("account_id", &accountID)
        coder.required("merchant_order_id", &merchantOrderID, .yunoReference)
        coder.required("payment_description", &paymentDescription, .yunoReference)
        coder.required("country", &country, .yunoCountry)
        coder.object("amount") { amount.members(&$0) }
        coder.constant("workflow", .string(Self.workflow))
        coder.part("alternative_amount", &alternativeAmount)
        coder.optional("callback_url", &callbackURL, .yunoCallbackURL)
        coder.object("payment_method", .optional) { method in
            method.object("detail", .optional) { detail in
                detail.object("card", .optional) { card in
                    card.optional("capture", &capture)
                    card.refuse("installments", "installments are not simulated")
                    card.refuse("stored_credentials", "recurring payments are not simulated")
                }
            }
            method.refuse("vault_on_success", "enrollments are not simulated")
        }
        coder.refuse("installments", "installments are not simulated")
        coder.refuse("subscription", "subscriptions are not simulated")
    }
}

extension JSONCoder {
    /// A member that changes the payment and is not supported. Ignoring it would let a test pass that must fail.
    fileprivate mutating func refuse(_ name: String, _ reason: String) {
        absent(name)
        let isThere = has(name) ?? false
        check(name, isThere ? "no such member, as \(reason)" : nil)
    }
}
