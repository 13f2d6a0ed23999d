import ToqueEncoding

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
