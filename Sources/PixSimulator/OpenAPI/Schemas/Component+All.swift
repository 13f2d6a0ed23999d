import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension Component {
    static let errors = Component(
        "Errors", .errors, example: SandboxError.notFound("There is no such path; nearest: GET /institutions/.").example
    )
    static let institution = Component("Institution", Institution.schema, example: Examples.institution.json)
    static let createCustomer = Component(
        "CreateCustomer", CreateCustomerRequest.schema, example: Examples.createCustomer)
    static let customer = Component("Customer", Customer.schema, example: Examples.customer.shown.json)
    static let customerReference = Component(
        "CustomerReference", CustomerReference.schema, example: Examples.createEnrollment.customer.json)
    static let createBankAccount = Component(
        "CreateBankAccount", CreateBankAccountRequest.schema, example: Examples.createBankAccount)
    static let updateBankAccount = Component(
        "UpdateBankAccount", UpdateBankAccountRequest.schema, example: Examples.updateBankAccount.json)
    static let bankAccount = Component("BankAccount", BankAccount.schema, example: Examples.bankAccount.json)
    static let riskSignals = Component("RiskSignals", .riskSignals, example: .object(Examples.riskSignals))
    static let phoneRiskSignals = Component(
        "PhoneRiskSignals", .phoneRiskSignals, example: .object(Examples.phoneRiskSignals))
    static let createEnrollment = Component(
        "CreateEnrollment", CreateEnrollmentRequest.schema, example: Examples.createEnrollment.json)
    static let completeRedirection = Component(
        "CompleteRedirection", CompleteRedirectionRequest.schema, example: Examples.completeRedirection.json)
    static let enrollment = Component("Enrollment", Enrollment.schema, example: Examples.enrollment.json)
    static let registrationOptions = Component(
        "RegistrationOptions", .registrationOptions, example: Examples.registrationOptions)
    static let confirmEnrollment = Component(
        "ConfirmEnrollment", ConfirmEnrollmentRequest.schema, example: Examples.confirmEnrollment.json)
    static let createPaymentIntent = Component(
        "CreatePaymentIntent", CreatePaymentIntentRequest.schema, example: Examples.createPaymentIntent)
    static let paymentIntent = Component("PaymentIntent", PaymentIntent.schema, example: Examples.paymentIntent)
    static let signOptions = Component("SignOptions", .signOptions, example: Examples.signOptions)
    static let authorizePaymentIntent = Component(
        "AuthorizePaymentIntent", AuthorizePaymentIntentRequest.schema, example: Examples.authorizePaymentIntent.json)
    static let completePaymentIntent = Component(
        "CompletePaymentIntent", CompletePaymentIntentRequest.schema, example: CompletePaymentIntentRequest().json)
    static let charge = Component("Charge", Charge.schema, example: Examples.charge)
    static let transaction = Component("Transaction", PaymentTransaction.schema, example: Examples.transaction)
    static let requestAccessToken = Component(
        "RequestAccessToken", AccessTokenRequest.schema,
        example: AccessTokenRequest(id: "sandbox", password: "sandbox").json)
    static let accessTokens = Component("AccessTokens", AccessTokens.schema, example: Examples.accessTokens.json)
    static let bankKeys = Component("BankKeys", .bankKeys, example: Examples.bankKeys)
    static let bankConfiguration = Component(
        "BankConfiguration", .bankConfiguration, example: PixProvider.discovery(publicURL: "http://127.0.0.1:8420"))

    /// In the order of the document.
    static let all = [
        errors, institution, createCustomer, customer, customerReference, createBankAccount, updateBankAccount,
        bankAccount, riskSignals, phoneRiskSignals, createEnrollment, completeRedirection, enrollment,
        registrationOptions, confirmEnrollment, createPaymentIntent, paymentIntent, signOptions,
        authorizePaymentIntent, completePaymentIntent, charge, transaction, requestAccessToken, accessTokens, bankKeys,
        bankConfiguration, siteAssociation, assetLinks,
    ]
}

extension JSONSchema {
    /// The array in every error response.
    static let errors = JSONSchema.array(
        of: .answer(
            .required("request_id", .text(matching: "^[0-9a-f]{32}$")),
            .required("message", .text.with("minLength", 1)),
            .required("code", .text(matching: "^[a-z_]+$")),
            .optional("field", .text.about("Path of the member at fault"))
        )
    ).with("minItems", 1)
}
