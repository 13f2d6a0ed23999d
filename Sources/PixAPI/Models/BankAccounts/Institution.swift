import ToqueEncoding

/// A bank that customers can enroll at.
public struct Institution: JSONModel, Hashable {
    /// How far a way of paying works at the institution.
    public struct PaymentMethod: JSONModel, Hashable {
        public var status: String
        public var statusReason: String?
        public var phase: String?

        public init(status: String, statusReason: String? = nil, phase: String? = nil) {
            self.status = status
            self.statusReason = statusReason
            self.phase = phase
        }

        public init(_ reader: JSONReader) throws(JSONMemberError) {
            status = try reader.text("status")
            statusReason = try reader.optionalText("status_reason")
            phase = try reader.optionalText("phase")
        }

        public var json: JSON {
            ["status": .string(status), "status_reason": .text(statusReason), "phase": .text(phase)]
        }
    }

    public var id: String
    /// A word for programs, such as `aurora_retail`.
    public var name: String
    /// The name people know.
    public var displayName: String
    public var legalEntityName: String?
    /// `INDIVIDUAL` or `BUSINESS`.
    public var institutionType: String?
    public var description: String
    /// ISO 3166-1 alpha-3.
    public var country: String
    public var active: Bool
    public var website: String?
    /// URLs; empty where there is no picture.
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

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.text("id")
        name = try reader.text("name")
        displayName = try reader.text("display_name")
        legalEntityName = try reader.optionalText("legal_entity_name")
        institutionType = try reader.optionalText("institution_type")
        description = try reader.optionalText("description") ?? ""
        country = try reader.optionalText("country") ?? "BRA"
        active = try reader.optionalBool("active") ?? true
        website = try reader.optionalText("website")
        iconLogo = try reader.optionalText("icon_logo") ?? ""
        logo = try reader.optionalText("logo")
        textLogo = try reader.optionalText("text_logo")
        primaryColor = try reader.optionalText("primary_color")
        sortPriority = try reader.optional("sort_priority")?.int()
        paymentMethods = [:]
        guard let methods = try reader.optional("payment_methods") else { return }
        for name in try methods.object().names { paymentMethods[name] = try methods.model(name, PaymentMethod.self) }
    }

    public var json: JSON {
        var methods = JSONObject()
        for (name, method) in paymentMethods.sorted(by: { $0.key < $1.key }) { methods[name] = method.json }
        return [
            "id": .string(id), "name": .string(name), "display_name": .string(displayName),
            "legal_entity_name": .text(legalEntityName), "institution_type": .text(institutionType),
            "description": .string(description), "country": .string(country), "active": .bool(active),
            "website": .text(website), "icon_logo": .string(iconLogo), "logo": .text(logo),
            "text_logo": .text(textLogo), "primary_color": .text(primaryColor),
            "sort_priority": sortPriority.map { .int($0) } ?? .null, "payment_methods": .object(methods),
        ]
    }
}
