import ToqueEncoding

/// An account of a payer or a payee.
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
    /// `INDIVIDUAL` (payer) or `BUSINESS` (payee).
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
}

extension BankAccount: JSONStructure {
    package static let blank = Self(id: "")

    /// The SDK's names, and the API reference's `holder` and `details`: the provider's documents contradict each other
    /// about responses. Both are written; if both are read, the SDK's win.
    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.nullable("created_at", &createdAt)
        coder.nullable("updated_at", &updatedAt)
        coder.nullable("institution", &institution, .uuid)
        coder.nullable("institution_name", &institutionName)
        coder.nullable("bank_name", &bankName)
        coder.nullable("branch_number", &branchNumber)
        coder.nullable("account_number", &accountNumber)
        coder.nullable("account_type", &accountType)
        coder.nullable("holder_name", &holderName)
        coder.nullable("holder_type", &holderType, .choice(CreateBankAccountRequest.HolderType.self))
        coder.object("holder", .expected) {
            $0.otherwise("type", &holderType)
            if $0.has("information") == true { $0.object("information") { person(&$0) } }
            person(&$0)
        }
        coder.object("details", .expected) {
            $0.constant("country", .string(Customer.country))
            $0.otherwise("account_type", &accountType)
            $0.otherwise("agency", &branchNumber)
            $0.otherwise("number", &accountNumber)
        }
        coder.expected("active", &active)
    }

    private mutating func person(_ coder: inout JSONCoder) {
        coder.otherwise("name", &holderName)
        coder.otherwise("identifier", &holderIdentifier, .maskedIdentifier)
    }
}

extension JSONCoder {
    /// The second name of a member, read if the first one is absent.
    fileprivate mutating func otherwise(
        _ name: String, _ value: inout String?, _ schema: @autoclosure () -> JSONSchema = .text
    ) {
        if has(name) == nil || value == nil { nullable(name, &value, schema()) }
    }
}
