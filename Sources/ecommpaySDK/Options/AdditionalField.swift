import CheckoutContracts

/// A value that the app knows already, so that the form need not ask for it.
public struct AdditionalField: Sendable, Hashable {
    /// On the wire, without `customer_`.
    let name: String
    let value: String

    public init(type: AdditionalFieldType, value: String) {
        // The provider knows the customer's fields without the prefix.
        let name = type.rawValue
        self.init(name: name.hasPrefix("customer_") ? String(name.dropFirst("customer_".count)) : name, value)
    }

    /// A field of the merchant's own.
    public init(customName: String, value: String) { self.init(name: customName, value) }

    private init(name: String, _ value: String) { (self.name, self.value) = (name, value) }

    var contract: EcommpayAdditionalField { EcommpayAdditionalField(name: name, value) }
}

/// The fields that ecommpay's SDK names.
public enum AdditionalFieldType: String, Sendable, Hashable, CaseIterable {
    case customer_first_name, customer_middle_name, customer_last_name, customer_phone, customer_email
    case customer_country, customer_state, customer_city, customer_address, customer_zip, customer_day_of_birth
    case customer_birthplace, customer_ssn, customer_domain, customer_mir, customer_account_id, customer_language
    case customer_screen_res, customer_save
    case billing_postal, billing_country, billing_region, billing_city, billing_address
    case identify_doc_number, identify_doc_type, identify_doc_issue_date, identify_doc_issue_by
    case doku_customer_first_name, doku_customer_email
    case neteller_account_number, qiwi_account_number, webmoney_classic_account_number, webmoney_classic_account_type

    // The guide's examples have the billing address under these names.
    public static let customer_billing_country = billing_country
    public static let customer_billing_city = billing_city
    public static let customer_billing_postal = billing_postal
    public static let customer_billing_address = billing_address
}
