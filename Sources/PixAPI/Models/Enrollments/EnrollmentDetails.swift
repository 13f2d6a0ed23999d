import ToqueEncoding

public struct EnrollmentDetails: JSONModel, Hashable {
    /// The substitute for risk signals, which are never returned.
    public static let mask = "*****"

    public var status: EnrollmentDetailsStatus
    /// Id of the customer.
    public var customer: String
    /// Id of the institution.
    public var institution: String
    public var platform: Platform
    public var name: String?
    public var callbackURL: String?
    /// The bank's page for the account holder's decision.
    public var redirectURL: String?
    public var expiresAt: Timestamp?
    /// The payer's account, known after the account holder's approval.
    public var payerAccount: PayerAccount?

    public init(
        status: EnrollmentDetailsStatus, customer: String, institution: String, platform: Platform,
        name: String? = nil, callbackURL: String? = nil, redirectURL: String? = nil, expiresAt: Timestamp? = nil,
        payerAccount: PayerAccount? = nil
    ) {
        self.status = status
        self.customer = customer
        self.institution = institution
        self.platform = platform
        self.name = name
        self.callbackURL = callbackURL
        self.redirectURL = redirectURL
        self.expiresAt = expiresAt
        self.payerAccount = payerAccount
    }
}

extension EnrollmentDetails: JSONStructure {
    package static let blank = Self(
        status: .awaitingAccountHolderValidation, customer: "", institution: "", platform: .crossPlatform)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("status", &status)
        coder.id("customer", &customer)
        coder.id("institution", &institution)
        coder.required("platform", &platform)
        coder.nullable("name", &name)
        coder.nullable("callback_url", &callbackURL, .url)
        coder.nullable("redirect_url", &redirectURL, .url.about("The bank's page where the account holder decides"))
        coder.constant("risk_signals", .string(Self.mask))
        coder.nullable("expires_at", &expiresAt)
        coder.object("payer_information", .optional, isAbsent: payerAccount == nil) {
            $0.expected("bank_account", &payerAccount)
        }
    }
}
