import ToqueEncoding

/// A value that the app knows already, so that the form need not ask for it.
public struct EcommpayAdditionalField: Sendable, Hashable {
    /// The fields that the platform knows, by their names on the wire: those of the app without `customer_`.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case firstName = "first_name"
        case middleName = "middle_name"
        case lastName = "last_name"
        case phone, email, country, state, city, address, zip
        case dayOfBirth = "day_of_birth"
        case birthplace, ssn, domain, mir
        case accountID = "account_id"
        case language
        case screenResolution = "screen_res"
        case save
        case billingPostal = "billing_postal"
        case billingCountry = "billing_country"
        case billingRegion = "billing_region"
        case billingCity = "billing_city"
        case billingAddress = "billing_address"
        case identifyDocumentNumber = "identify_doc_number"
        case identifyDocumentType = "identify_doc_type"
        case identifyDocumentIssueDate = "identify_doc_issue_date"
        case identifyDocumentIssuer = "identify_doc_issue_by"
        case dokuCustomerFirstName = "doku_customer_first_name"
        case dokuCustomerEmail = "doku_customer_email"
        case netellerAccountNumber = "neteller_account_number"
        case qiwiAccountNumber = "qiwi_account_number"
        case webMoneyClassicAccountNumber = "webmoney_classic_account_number"
        case webMoneyClassicAccountType = "webmoney_classic_account_type"
    }

    /// On the wire; any other than those of `Kind` is the merchant's own.
    public var name: String
    public var value: String

    public init(_ kind: Kind, _ value: String) { self.init(name: kind.rawValue, value) }

    /// A field of the merchant's own.
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
        if [Kind.country.rawValue, Kind.billingCountry.rawValue].contains(name) {
            coder.check("value", TextForm.country.takes(value) ? nil : TextForm.country.expectation)
        }
    }
}
