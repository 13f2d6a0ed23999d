import CheckoutContracts

/// A value that the app already knows, so the form does not ask for it.
public typealias AdditionalField = EcommpayAdditionalField
/// The platform's fields.
public typealias AdditionalFieldType = EcommpayAdditionalField.Kind

extension EcommpayAdditionalField {
    public init(type: AdditionalFieldType, value: String) { self.init(type, value) }

    /// A field of the merchant.
    public init(customName: String, value: String) { self.init(name: customName, value) }
}

// The names of the billing address in the guide's examples.
extension EcommpayAdditionalField.Kind {
    public static let customer_billing_country = billing_country
    public static let customer_billing_city = billing_city
    public static let customer_billing_postal = billing_postal
    public static let customer_billing_address = billing_address
}
