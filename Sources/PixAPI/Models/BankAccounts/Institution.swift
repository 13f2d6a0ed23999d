import ToqueEncoding

/// A bank that offers enrollment to customers.
public struct Institution: JSONModel, Hashable {
    /// An institution's support for a payment method.
    public struct PaymentMethod: JSONModel, Hashable {
        public var status: String
        public var statusReason: String?
        public var phase: String?

        public init(status: String, statusReason: String? = nil, phase: String? = nil) {
            self.status = status
            self.statusReason = statusReason
            self.phase = phase
        }
    }

    public var id: String
    /// A stable name for programs, such as `aurora_retail`.
    public var name: String
    /// The public name.
    public var displayName: String
    public var legalEntityName: String?
    /// `INDIVIDUAL` or `BUSINESS`.
    public var institutionType: String?
    public var description: String
    /// ISO 3166-1 alpha-3.
    public var country: String
    public var active: Bool
    public var website: String?
    /// URLs; empty if there is no picture.
    public var iconLogo: String
    public var logo: String?
    public var textLogo: String?
    /// `#RRGGBB`.
    public var primaryColor: String?
    public var sortPriority: Int?
    /// By name, such as `open_finance_biometric_pix`.
    public var paymentMethods: [String: PaymentMethod]

    public init(
        id: String, name: String, displayName: String, legalEntityName: String? = nil,
        institutionType: String? = nil, description: String = "", country: String = "BRA", active: Bool = true,
        website: String? = nil, iconLogo: String = "", logo: String? = nil, textLogo: String? = nil,
        primaryColor: String? = nil, sortPriority: Int? = nil, paymentMethods: [String: PaymentMethod] = [:]
    ) {
        self.id = id
        self.name = name
        self.displayName = displayName
        self.legalEntityName = legalEntityName
        self.institutionType = institutionType
        self.description = description
        self.country = country
        self.active = active
        self.website = website
        self.iconLogo = iconLogo
        self.logo = logo
        self.textLogo = textLogo
        self.primaryColor = primaryColor
        self.sortPriority = sortPriority
        self.paymentMethods = paymentMethods
    }
}

extension Institution: JSONStructure {
    package static let blank = Self(id: "", name: "", displayName: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.required("name", &name, .text.about("A word for programs"))
        coder.required("display_name", &displayName, .text.about("The name people know"))
        coder.nullable("legal_entity_name", &legalEntityName)
        coder.nullable("institution_type", &institutionType, .choice(CreateBankAccountRequest.HolderType.self))
        coder.expected("description", &description)
        coder.expected("country", &country, .constant("BRA"))
        coder.expected("active", &active)
        coder.nullable("website", &website, .url)
        coder.expected("icon_logo", &iconLogo, .text.about("A URL; empty where there is no picture"))
        coder.nullable("logo", &logo, .url)
        coder.nullable("text_logo", &textLogo, .url)
        coder.nullable("primary_color", &primaryColor, .text(matching: "^#[0-9A-Fa-f]{6}$"))
        coder.nullable("sort_priority", &sortPriority, .integer(1...1000))
        coder.expected("payment_methods", &paymentMethods)
    }
}

extension Institution.PaymentMethod: JSONStructure {
    package static let blank = Self(status: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("status", &status)
        coder.nullable("status_reason", &statusReason)
        coder.nullable("phase", &phase)
    }
}
