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
    /// CPF or CNPJ, masked by the server.
    public var holderIdentifier: String?
    public var active: Bool

    public init(
        id: String, createdAt: Timestamp? = nil, updatedAt: Timestamp? = nil, institution: String? = nil,
        institutionName: String? = nil, bankName: String? = nil, branchNumber: String? = nil,
        accountNumber: String? = nil, accountType: String? = nil, holderName: String? = nil,
        holderType: String? = nil, holderIdentifier: String? = nil, active: Bool = true
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
        self.holderIdentifier = holderIdentifier
        self.active = active
    }

    /// Reads the SDK's names, and in their absence the API reference's `holder` and `details`.
    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let holder = try reader.optional("holder")
        let information = try holder?.optional("information")
        let details = try reader.optional("details")
        func text(
            _ name: String, or other: JSONReader?, _ otherName: String
        ) throws(JSONMemberError) -> String? {
            guard let text = try reader.optionalText(name) else { return try other?.optionalText(otherName) }
            return text
        }
        id = try reader.text("id")
        createdAt = try reader.optionalTimestamp("created_at")
        updatedAt = try reader.optionalTimestamp("updated_at")
        institution = try reader.optionalText("institution")
        institutionName = try reader.optionalText("institution_name")
        bankName = try reader.optionalText("bank_name")
        branchNumber = try text("branch_number", or: details, "agency")
        accountNumber = try text("account_number", or: details, "number")
        accountType = try text("account_type", or: details, "account_type")
        holderName = try text("holder_name", or: information ?? holder, "name")
        holderType = try text("holder_type", or: holder, "type")
        holderIdentifier = try (information ?? holder)?.optionalText("identifier")
        active = try reader.optionalBool("active") ?? true
    }

    /// With both: which of them the provider answers with is a contradiction of its documents.
    public var json: JSON {
        let holder: JSON = [
            "type": .text(holderType), "name": .text(holderName), "identifier": .text(holderIdentifier),
        ]
        let details: JSON = [
            "country": .string(Customer.country), "account_type": .text(accountType), "agency": .text(branchNumber),
            "number": .text(accountNumber),
        ]
        return [
            "id": .string(id), "created_at": .timestamp(createdAt), "updated_at": .timestamp(updatedAt),
            "institution": .text(institution), "institution_name": .text(institutionName),
            "bank_name": .text(bankName), "branch_number": .text(branchNumber),
            "account_number": .text(accountNumber), "account_type": .text(accountType),
            "holder_name": .text(holderName), "holder_type": .text(holderType), "holder": holder, "details": details,
            "active": .bool(active),
        ]
    }
}
