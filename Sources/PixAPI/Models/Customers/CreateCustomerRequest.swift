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
}

extension CreateCustomerRequest: JSONStructure {
    package static let blank = Self(identifier: .blank, name: "")

    package mutating func members(_ coder: inout JSONCoder) {
        let isRead = coder.required("identifier", &identifier)
        coder.required("name", &name, upTo: TextLimit.name)
        coder.externalID(&externalID)
        coder.email("email", &email)
        coder.optional("phone", &phone, upTo: TextLimit.phone)
        coder.optional("address", &address, upTo: TextLimit.address)
        let (identifier, about) = (identifier, "As its identifier has it")
        coder.together {
            $0.implied(
                "customer_type", isRead ? identifier.holderType.json : nil, of: &version,
                CreateBankAccountRequest.HolderType.schema.about(about))
            $0.implied(
                "identifier_type", isRead ? .string(identifier.type) : nil, of: &version,
                .choice(TaxIdentifier.types).about(about))
            $0.implied(
                "country", .string(Customer.country), of: &version, .constant(.string(Customer.country)))
        }
        for name in ["customer_type", "country", "identifier_type"] where version == .v1 {
            coder.move(name, before: "identifier")
        }
    }
}

extension JSONCoder {
    /// A member of the older form, which the request has where one of them is there; they must not contradict the
    /// identifier.
    /// - Parameter value: nil where there is no identifier.
    fileprivate mutating func implied(
        _ name: String, _ value: JSON?, of version: inout ResourceVersion, _ schema: @autoclosure () -> JSONSchema
    ) {
        member(
            name, &version, .optional, schema, expecting: "",
            read: { (reader) throws(JSONMemberError) in
                guard let value, reader.value != value else { return .v1 }
                throw reader.mismatch(expected: value.serialized())
            }, write: { $0 == .v1 ? value : nil })
    }
}
