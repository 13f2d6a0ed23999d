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

/// Body of `PATCH /bank-accounts/{id}/`.
public struct UpdateBankAccountRequest: JSONModel, Hashable {
    public var active: Bool

    public init(active: Bool) { self.active = active }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        active = try reader.member("active", expected: "true or false").bool()
    }

    public var json: JSON { ["active": .bool(active)] }
}
