import ToqueEncoding

/// A device that may authorize payments of a customer at an institution, or is about to.
public struct Enrollment: JSONModel, Hashable {
    /// The only type there is.
    public static let type = "open_finance_biometric_pix"

    public var id: String
    public var createdBy: String
    public var createdAt: Timestamp
    public var updatedAt: Timestamp
    public var externalID: String?
    public var status: EnrollmentStatus
    public var statusReasonCode: StatusReasonCode?
    public var statusReasonMessage: String?
    public var details: EnrollmentDetails
    public var metadata: JSONObject

    public init(
        id: String, createdBy: String, createdAt: Timestamp, updatedAt: Timestamp, externalID: String? = nil,
        status: EnrollmentStatus, statusReasonCode: StatusReasonCode? = nil, statusReasonMessage: String? = nil,
        details: EnrollmentDetails, metadata: JSONObject = [:]
    ) {
        self.id = id
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.externalID = externalID
        self.status = status
        self.statusReasonCode = statusReasonCode
        self.statusReasonMessage = statusReasonMessage
        self.details = details
        self.metadata = metadata
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.text("id")
        createdBy = try reader.optionalText("created_by") ?? ""
        createdAt = try reader.timestamp("created_at")
        updatedAt = try reader.timestamp("updated_at")
        externalID = try reader.optionalText("external_id")
        status = try reader.value("status", EnrollmentStatus.self)
        statusReasonCode = try reader.optionalText("status_reason_code").map(StatusReasonCode.init(rawValue:))
        statusReasonMessage = try reader.optionalText("status_reason_message")
        details = try reader.model("details", EnrollmentDetails.self)
        metadata = try reader.optional("metadata")?.object() ?? [:]
    }

    public var json: JSON {
        [
            "id": .string(id), "created_by": .string(createdBy), "created_at": .timestamp(createdAt),
            "updated_at": .timestamp(updatedAt), "external_id": .text(externalID), "type": .string(Self.type),
            "status": .string(status.rawValue), "status_reason_code": .text(statusReasonCode?.rawValue),
            "status_reason_message": .text(statusReasonMessage), "details": details.json,
            "metadata": .object(metadata),
        ]
    }
}

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

/// The payer's account as an enrollment shows it.
public struct PayerAccount: JSONModel, Hashable {
    public var institutionID: String
    public var agency: String
    /// Masked: `*****6789`.
    public var number: String
    /// The provider writes `CHECKINGS`.
    public var accountType: String

    public init(institutionID: String, agency: String, number: String, accountType: String) {
        self.institutionID = institutionID
        self.agency = agency
        self.number = number
        self.accountType = accountType
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        institutionID = try reader.text("institution_id")
        agency = try reader.text("agency")
        number = try reader.text("number")
        accountType = try reader.text("account_type")
    }

    public var json: JSON {
        [
            "institution_id": .string(institutionID), "agency": .string(agency), "number": .string(number),
            "account_type": .string(accountType),
        ]
    }
}
