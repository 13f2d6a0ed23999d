import ToqueEncoding

/// Body of `POST /customers/`; the older form sends more members, which are all optional here.
public struct CreateCustomerRequest: JSONModel, Hashable {
    /// CPF (11 digits) or CNPJ (14 digits).
    public var identifier: String
    public var name: String
    public var externalID: String?
    public var email: String?
    public var phone: String?
    public var address: String?

    public init(
        identifier: String, name: String, externalID: String? = nil, email: String? = nil, phone: String? = nil,
        address: String? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.externalID = externalID
        self.email = email
        self.phone = phone
        self.address = address
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        let member = try reader.member("identifier", expected: "a CPF (11 digits) or a CNPJ (14 digits)")
        identifier = try member.string()
        guard [11, 14].contains(identifier.utf8.count),
            identifier.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw member.mismatch(expected: "a CPF (11 digits) or a CNPJ (14 digits)") }
        name = try reader.text("name")
        externalID = try reader.optionalText("external_id")
        email = try reader.optionalText("email")
        phone = try reader.optionalText("phone")
        address = try reader.optionalText("address")
    }

    public var json: JSON {
        var object: JSONObject = ["identifier": .string(identifier), "name": .string(name)]
        object["external_id"] = externalID.map(JSON.string)
        object["email"] = email.map(JSON.string)
        object["phone"] = phone.map(JSON.string)
        object["address"] = address.map(JSON.string)
        return .object(object)
    }
}
