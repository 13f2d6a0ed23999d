import ToqueEncoding

/// A value that the app already knows, so the form does not ask for it.
public struct EcommpayAdditionalField: Sendable, Hashable {
    /// The platform's fields, with the names of the app's SDK.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case customer_first_name, customer_middle_name, customer_last_name, customer_phone, customer_email
        case customer_country, customer_state, customer_city, customer_address, customer_zip, customer_day_of_birth
        case customer_birthplace, customer_ssn, customer_domain, customer_mir, customer_account_id, customer_language
        case customer_screen_res, customer_save
        case billing_postal, billing_country, billing_region, billing_city, billing_address
        case identify_doc_number, identify_doc_type, identify_doc_issue_date, identify_doc_issue_by
        case doku_customer_first_name, doku_customer_email
        case neteller_account_number, qiwi_account_number, webmoney_classic_account_number
        case webmoney_classic_account_type

        /// The name on the wire, without `customer_`.
        public var name: String {
            rawValue.hasPrefix("customer_") ? String(rawValue.dropFirst("customer_".count)) : rawValue
        }
    }

    /// The name on the wire; names that are not in `Kind` are the merchant's own.
    public var name: String
    public var value: String

    public init(_ kind: Kind, _ value: String) { self.init(name: kind.name, value) }

    /// A field of the merchant.
    public init(name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

extension EcommpayAdditionalField: JSONStructure, RequestModel {
    package static let blank = EcommpayAdditionalField(name: "", "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("name", &name, upTo: 255)
        coder.required("value", &value, upTo: 255)
        let (name, value) = (name, value)
        if [Kind.customer_country.name, Kind.billing_country.name].contains(name) {
            coder.check("value", TextForm.country.takes(value) ? nil : TextForm.country.expectation)
        }
    }
}
