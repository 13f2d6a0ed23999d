import ToqueEncoding

/// A paying person or company.
public struct Customer: JSONModel, Hashable {
    /// ISO 3166-1 alpha-3; the only value.
    public static let country = "BRA"

    public var id: String
    /// Its first 10 characters are the risk signal `accountTenure`.
    public var createdAt: Timestamp
    public var updatedAt: Timestamp?
    public var createdBy: String?
    public var externalID: String?
    public var name: String
    /// `INDIVIDUAL` or `BUSINESS`.
    public var customerType: String?
    /// CPF or CNPJ, masked by the server: `23******00`.
    public var identifier: String
    /// `CPF` or `CNPJ`.
    public var identifierType: String?
    public var country: String?
    public var email: String?
    public var phone: String?
    public var address: String?

    public init(
        id: String, createdAt: Timestamp, updatedAt: Timestamp? = nil, createdBy: String? = nil,
        externalID: String? = nil, name: String, customerType: String? = nil, identifier: String,
        identifierType: String? = nil, country: String? = Self.country, email: String? = nil, phone: String? = nil,
        address: String? = nil
    ) {
        self.id = id
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.createdBy = createdBy
        self.externalID = externalID
        self.name = name
        self.customerType = customerType
        self.identifier = identifier
        self.identifierType = identifierType
        self.country = country
        self.email = email
        self.phone = phone
        self.address = address
    }
}

extension Customer: JSONStructure {
    package static let blank = Self(id: "", createdAt: .epoch, name: "", identifier: "", country: nil)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.required("created_at", &createdAt, .timestamp.about("Its date is the risk signal accountTenure"))
        coder.expected("updated_at", &updatedAt)
        coder.nullable("created_by", &createdBy, .uuid)
        coder.nullable("external_id", &externalID)
        coder.required("name", &name)
        coder.expected("customer_type", &customerType, .choice(CreateBankAccountRequest.HolderType.self))
        coder.required("identifier", &identifier, .maskedIdentifier)
        coder.expected("identifier_type", &identifierType, .choice(TaxIdentifier.types))
        coder.expected("country", &country, .constant(.string(Self.country)))
        coder.nullable("email", &email)
        coder.nullable("phone", &phone)
        coder.nullable("address", &address)
    }
}
