import ToqueEncoding

/// The delivery of the purchase.
public struct EcommpayThreeDSecureShippingInfo: Sendable, Hashable {
    /// The time since the address was first used.
    public enum AddressAge: String, Sendable, Hashable, JSONChoice {
        case firstUse = "01"
        case underThirtyDays = "02"
        case thirtyToSixtyDays = "03"
        case overSixtyDays = "04"
    }

    /// The time of delivery.
    public enum DeliveryTime: String, Sendable, Hashable, JSONChoice {
        case electronicSameDay = "01"
        case sameDay = "02"
        case nextDay = "03"
        case later = "04"
    }

    /// Whether the recipient has the customer's name.
    public enum NameIndicator: String, Sendable, Hashable, JSONChoice {
        case same = "01"
        case different = "02"
    }

    /// The kind of delivery address.
    public enum Kind: String, Sendable, Hashable, JSONChoice {
        case toBillingAddress = "01"
        case toOtherVerifiedAddress = "02"
        case toOtherAddress = "03"
        case toStore = "04"
        case digital = "05"
        case none = "06"
        case other = "07"
    }

    public var address: String?
    /// The day of the first use, `DD-MM-YYYY`.
    public var addressUsage: String?
    public var addressUsageIndicator: AddressAge?
    public var city: String?
    /// ISO 3166-1 alpha-2.
    public var country: String?
    public var deliveryEmail: String?
    public var deliveryTime: DeliveryTime?
    public var nameIndicator: NameIndicator?
    public var postal: String?
    /// The part of an ISO 3166-2 code after the country, such as `SPE`; only with a country.
    public var regionCode: String?
    public var type: Kind?

    public init() {}
}

extension EcommpayThreeDSecureShippingInfo: JSONStructure, RequestModel {
    package static let blank = EcommpayThreeDSecureShippingInfo()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("address", &address, upTo: 150)
        coder.optional("address_usage", &addressUsage, .date)
        coder.optional("address_usage_indicator", &addressUsageIndicator)
        coder.optional("city", &city, upTo: 50)
        coder.optional("country", &country, .country)
        coder.optional("delivery_email", &deliveryEmail, upTo: 255)
        coder.optional("delivery_time", &deliveryTime)
        coder.optional("name_indicator", &nameIndicator)
        coder.optional("postal", &postal, upTo: 16)
        coder.optional("region_code", &regionCode, .region)
        if country == nil { coder.check("region_code", "country beside it") }
        coder.optional("type", &type)
    }
}
