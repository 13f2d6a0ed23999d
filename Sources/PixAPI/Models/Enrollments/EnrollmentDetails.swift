import ToqueEncoding

public struct EnrollmentDetails: JSONModel, Hashable {
    /// What stands in place of risk signals, which are never given back.
    public static let mask = "*****"

    public var status: EnrollmentDetailsStatus
    /// Id of the customer.
    public var customer: String
    /// Id of the institution.
    public var institution: String
    public var platform: Platform
    public var name: String?
    public var callbackURL: String?
    /// The bank's page where the account holder decides.
    public var redirectURL: String?
    public var expiresAt: Timestamp?
    /// The account that pays, known once the account holder approved.
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

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        status = try reader.value("status", EnrollmentDetailsStatus.self)
        customer = try reader.text("customer")
        institution = try reader.text("institution")
        platform = try reader.value("platform", Platform.self)
        name = try reader.optionalText("name")
        callbackURL = try reader.optionalText("callback_url")
        redirectURL = try reader.optionalText("redirect_url")
        expiresAt = try reader.optionalTimestamp("expires_at")
        payerAccount = try reader.optional("payer_information")?.optionalModel("bank_account", PayerAccount.self)
    }

    public var json: JSON {
        var object: JSONObject = [
            "status": .string(status.rawValue), "customer": .string(customer), "institution": .string(institution),
            "platform": .string(platform.rawValue), "name": .text(name), "callback_url": .text(callbackURL),
            "redirect_url": .text(redirectURL), "risk_signals": .string(Self.mask),
            "expires_at": .timestamp(expiresAt),
        ]
        if let payerAccount { object["payer_information"] = ["bank_account": payerAccount.json] }
        return .object(object)
    }
}
