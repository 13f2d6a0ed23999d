import ToqueEncoding

/// Body of `POST /bank-accounts/`.
public struct CreateBankAccountRequest: JSONModel, Hashable {
    public enum HolderType: String, Sendable, Hashable, CaseIterable {
        case individual = "INDIVIDUAL"
        case business = "BUSINESS"
    }

    public var institution: String
    public var branchNumber: String
    public var accountNumber: String
    public var accountType: String
    public var holderName: String
    public var holderType: HolderType

    public init(
        institution: String, branchNumber: String, accountNumber: String, accountType: String, holderName: String,
        holderType: HolderType
    ) {
        self.institution = institution
        self.branchNumber = branchNumber
        self.accountNumber = accountNumber
        self.accountType = accountType
        self.holderName = holderName
        self.holderType = holderType
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        institution = try reader.text("institution")
        branchNumber = try reader.text("branch_number")
        accountNumber = try reader.text("account_number")
        accountType = try reader.text("account_type")
        holderName = try reader.text("holder_name")
        holderType = try reader.value("holder_type", HolderType.self)
    }

    public var json: JSON {
        [
            "institution": .string(institution), "branch_number": .string(branchNumber),
            "account_number": .string(accountNumber), "account_type": .string(accountType),
            "holder_name": .string(holderName), "holder_type": .string(holderType.rawValue),
        ]
    }
}
