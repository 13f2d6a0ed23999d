import ToqueEncoding

/// A person. `buyer` prefills the form and can be changed there, `payer` cannot; `shipping` is the recipient of the
/// goods.
public struct PlacetoPayPerson: JSONModel, Hashable {
    /// A postal address.
    public struct Address: JSONModel, Hashable {
        public var street: String?
        public var city: String?
        public var state: String?
        public var postalCode: String?
        /// ISO 3166-1 alpha-2.
        public var country: String?
        public var phone: String?

        public init(
            street: String? = nil, city: String? = nil, state: String? = nil, postalCode: String? = nil,
            country: String? = nil, phone: String? = nil
        ) {
            self.street = street
            self.city = city
            self.state = state
            self.postalCode = postalCode
            self.country = country
            self.phone = phone
        }
    }

    public var document: String?
    /// Such as `CC`, `CE`, `NIT`.
    public var documentType: String?
    public var name: String?
    public var surname: String?
    public var company: String?
    public var email: String?
    public var mobile: String?
    public var address: Address?

    public init(
        document: String? = nil, documentType: String? = nil, name: String? = nil, surname: String? = nil,
        company: String? = nil, email: String? = nil, mobile: String? = nil, address: Address? = nil
    ) {
        self.document = document
        self.documentType = documentType
        self.name = name
        self.surname = surname
        self.company = company
        self.email = email
        self.mobile = mobile
        self.address = address
    }
}

extension PlacetoPayPerson: JSONStructure {
    package static let blank = PlacetoPayPerson()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("document", &document, upTo: PlacetoPayLimit.document)
        coder.optional("documentType", &documentType, upTo: PlacetoPayLimit.documentType)
        coder.optional("name", &name, upTo: PlacetoPayLimit.name)
        coder.optional("surname", &surname, upTo: PlacetoPayLimit.name)
        coder.optional("company", &company, upTo: PlacetoPayLimit.name)
        coder.optional("email", &email, upTo: PlacetoPayLimit.email)
        coder.optional("mobile", &mobile, upTo: PlacetoPayLimit.mobile)
        coder.part("address", &address)
    }
}

extension PlacetoPayPerson.Address: JSONStructure {
    package static let blank = PlacetoPayPerson.Address()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("street", &street, upTo: PlacetoPayLimit.address)
        coder.optional("city", &city, upTo: PlacetoPayLimit.address)
        coder.optional("state", &state, upTo: PlacetoPayLimit.address)
        coder.optional("postalCode", &postalCode, upTo: PlacetoPayLimit.address)
        coder.optional("country", &country, upTo: PlacetoPayLimit.address)
        coder.optional("phone", &phone, upTo: PlacetoPayLimit.mobile)
    }
}
