import ToqueEncoding

/// A person or company that pays.
public struct Customer: JSONModel, Hashable {
    /// ISO 3166-1 alpha-3; the only one there is.
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

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.text("id")
        createdAt = try reader.timestamp("created_at")
        updatedAt = try reader.optionalTimestamp("updated_at")
        createdBy = try reader.optionalText("created_by")
        externalID = try reader.optionalText("external_id")
        name = try reader.text("name")
        customerType = try reader.optionalText("customer_type")
        identifier = try reader.text("identifier")
        identifierType = try reader.optionalText("identifier_type")
        country = try reader.optionalText("country")
        email = try reader.optionalText("email")
        phone = try reader.optionalText("phone")
        address = try reader.optionalText("address")
    }

    public var json: JSON {
        [
            "id": .string(id), "created_at": .timestamp(createdAt), "updated_at": .timestamp(updatedAt),
            "created_by": .text(createdBy), "external_id": .text(externalID), "name": .string(name),
            "customer_type": .text(customerType), "identifier": .string(identifier),
            "identifier_type": .text(identifierType), "country": .text(country), "email": .text(email),
            "phone": .text(phone), "address": .text(address),
        ]
    }
}
