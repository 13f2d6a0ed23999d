import ToqueEncoding

/// The parameters with which an app opens a payment, in the provider's form: names in snake case, amounts in minor
/// units.
///
/// `validate` reports all faults. The app's server signs `stringToSign`, and the app adds the signature. The server may
/// check and complete the parameters first.
public struct EcommpayPaymentOptions: Sendable, Hashable {
    /// The use of the amount.
    public enum Action: String, Sendable, Hashable, JSONChoice {
        /// Charges it at once.
        case sale
        /// Holds it for the merchant to capture or to cancel.
        case auth
        /// Charges nothing and verifies the instrument. The amount is 0.
        case verify
    }

    /// The languages of the form.
    public enum Language: String, Sendable, Hashable, JSONChoice {
        case en, hu, es, it, de, fr

        /// In either case; examples write `IT`.
        public init?(code: String) { self.init(rawValue: code.lowercased()) }
    }

    /// Amounts in minor units, with at most the digits of an `ExactDecimal`. The documentation has a 64-bit type and no
    /// limit.
    public static let amounts = 0...999_999_999_999_999_999

    /// The only method with a form in the app, besides Apple Pay.
    public static let cardMethod = "card"

    public var projectID: Int
    /// The merchant's ID, unique in the project.
    public var paymentID: String
    public var paymentAmount: Int
    public var paymentCurrency: String
    public var paymentDescription: String?
    /// The key of the person's saved instruments.
    public var customerID: String?
    /// The person's country.
    public var regionCode: String?
    /// In either case; in lower case on the wire and under the signature.
    public var languageCode: String?
    public var token: String?
    public var receiptData: String?
    public var hideSavedWallets: Bool?
    public var forcePaymentMethod: String?
    public var action = Action.sale
    public var additionalFields: [EcommpayAdditionalField] = []
    public var threeDSecureInfo: EcommpayThreeDSecureInfo?
    public var recurrentInfo: EcommpayRecurrentInfo?
    public var applePayOptions: EcommpayApplePayOptions?
    public var signature: String?

    public init(
        projectID: Int, paymentID: String, paymentAmount: Int, paymentCurrency: String,
        paymentDescription: String? = nil, customerID: String? = nil, regionCode: String? = nil
    ) {
        self.projectID = projectID
        self.paymentID = paymentID
        self.paymentAmount = paymentAmount
        self.paymentCurrency = paymentCurrency
        self.paymentDescription = paymentDescription
        self.customerID = customerID
        self.regionCode = regionCode
    }

    /// - Throws: every member that is missing or outside its limits.
    public func validate() throws(InvalidMembers) { _ = try Self(validating: JSONReader(json)) }

    /// True if the card form can open: it requires an email address or a phone number. A payment that forces another
    /// method needs neither.
    public var hasContactForCards: Bool {
        forcePaymentMethod.map { $0 != Self.cardMethod && !$0.isEmpty } ?? false
            || additionalFields.contains {
                [EcommpayAdditionalField.Kind.customer_email.name, EcommpayAdditionalField.Kind.customer_phone.name]
                    .contains($0.name) && !$0.value.isEmpty
            }
    }
}

extension EcommpayPaymentOptions: JSONStructure, RequestModel {
    package static let blank = EcommpayPaymentOptions(
        projectID: 0, paymentID: "", paymentAmount: 0, paymentCurrency: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("project_id", &projectID, in: 1...Int(Int32.max))
        coder.required("payment_id", &paymentID, upTo: 255)
        coder.required("payment_amount", &paymentAmount, in: Self.amounts)
        coder.required("payment_currency", &paymentCurrency, .currency)
        coder.optional("action", &action)
        let problem: String? =
            switch action {
            case .verify: paymentAmount == 0 ? nil : "0, as nothing is charged to verify an instrument"
            case .sale, .auth: paymentAmount > 0 ? nil : "an integer above 0; only verify has 0"
            }
        coder.check("payment_amount", problem)
        coder.optional("payment_description", &paymentDescription, upTo: 255)
        coder.optional("customer_id", &customerID, upTo: 255)
        coder.optional("region_code", &regionCode, .country)
        language(&coder)
        coder.optional("token", &token, upTo: 255)
        coder.optional("receipt_data", &receiptData, .encodedJSON)
        coder.optional("hide_saved_wallets", &hideSavedWallets)
        coder.optional("force_payment_method", &forcePaymentMethod, upTo: 64)
        coder.list("additional_fields", &additionalFields)
        coder.part("secure_info", &threeDSecureInfo)
        coder.part("recurrent_info", &recurrentInfo)
        coder.part("apple_pay", &applePayOptions)
        coder.optional("signature", &signature, upTo: 88)
    }

    private mutating func language(_ coder: inout JSONCoder) {
        let names = Language.allCases.map(\.rawValue)
        coder.member(
            "language_code", &languageCode, .optional, { .choice(names) }, expecting: { Language.expectation },
            read: { (reader) throws(JSONMemberError) in
                guard let language = Language(code: try reader.string()) else {
                    throw reader.mismatch(expected: Language.expectation)
                }
                return language.rawValue
            }, write: { .text($0?.lowercased()) })
    }
}
