import ToqueEncoding

/// Body of `POST /customers/`, in both of its forms (docs/fidelity.md, `customers`).
public struct CreateCustomerRequest: RequestModel, Hashable {
    /// The older form says in members of their own what the identifier tells: type, country.
    public var version: ResourceVersion
    public var identifier: TaxIdentifier
    public var name: String
    public var externalID: String?
    public var email: String?
    public var phone: String?
    public var address: String?

    public init(
        version: ResourceVersion = .v2, identifier: TaxIdentifier, name: String, externalID: String? = nil,
        email: String? = nil, phone: String? = nil, address: String? = nil
    ) {
        self.version = version
        self.identifier = identifier
        self.name = name
        self.externalID = externalID
        self.email = email
        self.phone = phone
        self.address = address
    }

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        var all = Validation()
        let identifier = all.read(try TaxIdentifier(reader.member("identifier", expected: "a CPF or a CNPJ")))
        let name = all.read(try reader.text("name", limit: TextLimit.name))
        let externalID = all.read(try reader.optionalText("external_id", limit: TextLimit.externalID))
        let email = all.read(try reader.optionalEmail("email"))
        let phone = all.read(try reader.optionalText("phone", limit: TextLimit.phone))
        let address = all.read(try reader.optionalText("address", limit: TextLimit.address))
        let version = all.read(try Self.version(of: reader, identifier))
        (self.identifier, self.name, self.externalID, self.email, self.phone, self.address, self.version) =
            try all.values(identifier, name, externalID, email, phone, address, version)
    }

    /// The older form where one of its members is there; they must not contradict the identifier.
    private static func version(
        of reader: JSONReader, _ identifier: TaxIdentifier?
    ) throws(JSONMemberError) -> ResourceVersion {
        var version = ResourceVersion.v2
        let implied = [
            ("customer_type", identifier?.holderType.rawValue), ("identifier_type", identifier?.type),
            ("country", Customer.country),
        ]
        for (name, value) in implied where try reader.optional(name) != nil {
            version = .v1
            if let value { try reader.constant(name, .string(value)) }
        }
        return version
    }

    public var json: JSON {
        var object = JSONObject()
        if version == .v1 {
            object["customer_type"] = .string(identifier.holderType.rawValue)
            object["country"] = .string(Customer.country)
            object["identifier_type"] = .string(identifier.type)
        }
        object["identifier"] = identifier.json
        object["name"] = .string(name)
        object["external_id"] = externalID.map(JSON.string)
        object["email"] = email.map(JSON.string)
        object["phone"] = phone.map(JSON.string)
        object["address"] = address.map(JSON.string)
        return .object(object)
    }
}
