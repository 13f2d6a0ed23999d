import PixAPI
import ToqueEncoding

/// The input of an enrollment. The risk signals are collected when it is sent.
public struct EnrollmentRequest: JSONModel, Hashable {
    public var customer: CustomerReference
    /// Id of the institution.
    public var institution: String
    /// `yyyy-MM-dd`, the date when the person became a customer.
    public var accountTenure: String
    /// The bank's redirect target for the person: https, or http on loopback.
    public var callbackURL: String
    /// A readable name.
    public var name: String?

    public init(
        customer: CustomerReference, institution: String, accountTenure: String, callbackURL: String,
        name: String? = nil
    ) {
        self.customer = customer
        self.institution = institution
        self.accountTenure = accountTenure
        self.callbackURL = callbackURL
        self.name = name
    }

    /// Has the labels of `createEnrollment(cpf:institution:accountTenure:callbackUrl:externalId:)`.
    /// - Throws: if `cpf` is not a CPF.
    public init(
        cpf: String, institution: String, accountTenure: String, callbackUrl: String
    ) throws(TaxIdentifierError) {
        self.init(
            customer: .identifier(.cpf(try CPF(cpf))), institution: institution, accountTenure: accountTenure,
            callbackURL: callbackUrl)
    }
}

extension EnrollmentRequest: JSONStructure {
    package static let blank = Self(customer: .id(""), institution: "", accountTenure: "", callbackURL: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("customer", &customer)
        coder.required("institution", &institution)
        coder.required("account_tenure", &accountTenure)
        coder.required("callback_url", &callbackURL)
        coder.optional("name", &name)
    }
}
