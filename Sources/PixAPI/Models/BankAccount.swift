import ToqueEncoding

/// An account that pays or is paid.
public struct BankAccount: JSONModel, Hashable {
    public var id: String
    public var createdAt: Timestamp?
    public var updatedAt: Timestamp?
    /// Id of the institution.
    public var institution: String?
    public var institutionName: String?
    public var bankName: String?
    public var branchNumber: String?
    public var accountNumber: String?
    /// `CHECKINGS`, `SAVINGS` ...
    public var accountType: String?
    public var holderName: String?
    /// `INDIVIDUAL` (pays) or `BUSINESS` (is paid).
    public var holderType: String?
    public var active: Bool

    public init(
        id: String, createdAt: Timestamp? = nil, updatedAt: Timestamp? = nil, institution: String? = nil,
        institutionName: String? = nil, bankName: String? = nil, branchNumber: String? = nil,
        accountNumber: String? = nil, accountType: String? = nil, holderName: String? = nil,
        holderType: String? = nil, active: Bool = true
    ) {
        self.id = id
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.institution = institution
        self.institutionName = institutionName
        self.bankName = bankName
        self.branchNumber = branchNumber
        self.accountNumber = accountNumber
        self.accountType = accountType
        self.holderName = holderName
        self.holderType = holderType
        self.active = active
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.text("id")
        createdAt = try reader.optionalTimestamp("created_at")
        updatedAt = try reader.optionalTimestamp("updated_at")
        institution = try reader.optionalText("institution")
        institutionName = try reader.optionalText("institution_name")
        bankName = try reader.optionalText("bank_name")
        branchNumber = try reader.optionalText("branch_number")
        accountNumber = try reader.optionalText("account_number")
        accountType = try reader.optionalText("account_type")
        holderName = try reader.optionalText("holder_name")
        holderType = try reader.optionalText("holder_type")
        active = try reader.optionalBool("active") ?? true
    }

    public var json: JSON {
        [
            "id": .string(id), "created_at": .timestamp(createdAt), "updated_at": .timestamp(updatedAt),
            "institution": .text(institution), "institution_name": .text(institutionName),
            "bank_name": .text(bankName), "branch_number": .text(branchNumber),
            "account_number": .text(accountNumber), "account_type": .text(accountType),
            "holder_name": .text(holderName), "holder_type": .text(holderType), "active": .bool(active),
        ]
    }
}
