import ToqueEncoding

/// Body of `POST /customers/`, in both forms (docs/fidelity.md, `customers`).
public struct CreateCustomerRequest: RequestModel, Hashable {
    /// The older form has separate members for facts that follow from the identifier: type and country.
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
        coder.email(&email)
        coder.optional("phone", &phone, upTo: TextLimit.phone)
        coder.optional("address", &address, upTo: TextLimit.address)
        let about = "As its identifier has it"
        coder.together {
            implied(
                &$0, "customer_type", identifier.holderType.json, isKnown: isRead,
                CreateBankAccountRequest.HolderType.schema.about(about))
            implied(
                &$0, "identifier_type", .string(identifier.type), isKnown: isRead,
                .choice(TaxIdentifier.types).about(about))
            implied(&$0, "country", .string(Customer.country), .constant(.string(Customer.country)))
        }
        for name in ["customer_type", "country", "identifier_type"] where version == .v1 {
            coder.move(name, before: "identifier")
        }
    }

    /// A member of the older form, which a request has if any of them is present. They must not contradict the
    /// identifier.
    private mutating func implied(
        _ coder: inout JSONCoder, _ name: String, _ implied: JSON, isKnown: Bool = true,
        _ schema: @autoclosure () -> JSONSchema
    ) {
        var value = version == .v1 ? implied : nil
        coder.optional(name, &value, schema())
        guard let value else { return }
        version = .v1
        coder.check(name, isKnown && value != implied ? implied.serialized() : nil)
    }
}
