import CheckoutContracts

/// A value that the app knows already, so that the form need not ask for it.
public typealias AdditionalField = EcommpayAdditionalField
/// The fields that the platform knows.
public typealias AdditionalFieldType = EcommpayAdditionalField.Kind

extension EcommpayAdditionalField {
    public init(type: AdditionalFieldType, value: String) { self.init(type, value) }

    /// A field of the merchant's own.
    public init(customName: String, value: String) { self.init(name: customName, value) }
}

// The guide's examples have the billing address under these names.
extension EcommpayAdditionalField.Kind {
    public static let customer_billing_country = billing_country
    public static let customer_billing_city = billing_city
    public static let customer_billing_postal = billing_postal
    public static let customer_billing_address = billing_address
}
