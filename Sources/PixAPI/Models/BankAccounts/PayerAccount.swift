import ToqueEncoding

/// The payer's account in an enrollment.
public struct PayerAccount: JSONModel, Hashable {
    public var institutionID: String
    public var agency: String
    /// Masked: `*****6789`.
    public var number: String
    /// `CHECKINGS` in the provider's spelling.
    public var accountType: String

    public init(institutionID: String, agency: String, number: String, accountType: String) {
        self.institutionID = institutionID
        self.agency = agency
        self.number = number
        self.accountType = accountType
    }
}

extension PayerAccount: JSONStructure {
    package static let blank = Self(institutionID: "", agency: "", number: "", accountType: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("institution_id", &institutionID)
        coder.required("agency", &agency)
        coder.required("number", &number, .text(matching: #"^\*+[0-9]+$"#).about("Masked"))
        coder.required("account_type", &accountType)
    }
}
