import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

extension Component {
    static let errors = Component(
        "Errors", .errors, example: SandboxError.notFound("There is no such endpoint.").example)
    static let institution = Component("Institution", .institution, example: Examples.institution.json)
    static let createCustomer = Component("CreateCustomer", .createCustomer, example: Examples.createCustomer)
    static let customer = Component("Customer", .customer, example: Examples.customer.shown.json)
    static let customerReference = Component(
        "CustomerReference", .customerReference, example: Examples.createEnrollment.customer.json)
    static let createBankAccount = Component(
        "CreateBankAccount", .createBankAccount, example: Examples.createBankAccount)
    static let updateBankAccount = Component(
        "UpdateBankAccount", .updateBankAccount, example: Examples.updateBankAccount.json)
    static let bankAccount = Component("BankAccount", .bankAccount, example: Examples.bankAccount.json)
    static let riskSignals = Component("RiskSignals", .riskSignals, example: .object(Examples.riskSignals))
    static let phoneRiskSignals = Component(
        "PhoneRiskSignals", .phoneRiskSignals, example: .object(Examples.phoneRiskSignals))
    static let createEnrollment = Component(
        "CreateEnrollment", .createEnrollment, example: Examples.createEnrollment.json)
    static let completeRedirection = Component(
        "CompleteRedirection", .completeRedirection, example: Examples.completeRedirection.json)
    static let enrollment = Component("Enrollment", .enrollment, example: Examples.enrollment.json)
    static let registrationOptions = Component(
        "RegistrationOptions", .registrationOptions, example: Examples.registrationOptions)
    static let confirmEnrollment = Component(
        "ConfirmEnrollment", .confirmEnrollment, example: Examples.confirmEnrollment.json)
    static let createPaymentIntent = Component(
        "CreatePaymentIntent", .createPaymentIntent, example: Examples.createPaymentIntent)
    static let paymentIntent = Component("PaymentIntent", .paymentIntent, example: Examples.paymentIntent)
    static let signOptions = Component("SignOptions", .signOptions, example: Examples.signOptions)
    static let authorizePaymentIntent = Component(
        "AuthorizePaymentIntent", .authorizePaymentIntent, example: Examples.authorizePaymentIntent.json)
    static let completePaymentIntent = Component(
        "CompletePaymentIntent", .completePaymentIntent, example: CompletePaymentIntentRequest().json)
    static let charge = Component("Charge", .charge, example: Examples.charge)
    static let transaction = Component("Transaction", .transaction, example: Examples.transaction)
    static let requestAccessToken = Component(
        "RequestAccessToken", .requestAccessToken, example: AccessTokenRequest(id: "sandbox", password: "sandbox").json)
    static let accessTokens = Component("AccessTokens", .accessTokens, example: Examples.accessTokens.json)
    static let bankKeys = Component("BankKeys", .bankKeys, example: Examples.bankKeys)
    static let bankConfiguration = Component(
        "BankConfiguration", .bankConfiguration, example: PixProvider.discovery(publicURL: "http://127.0.0.1:8420"))

    /// In the order of the document.
    static let all = [
        errors, institution, createCustomer, customer, customerReference, createBankAccount, updateBankAccount,
        bankAccount, riskSignals, phoneRiskSignals, createEnrollment, completeRedirection, enrollment,
        registrationOptions, confirmEnrollment, createPaymentIntent, paymentIntent, signOptions,
        authorizePaymentIntent, completePaymentIntent, charge, transaction, requestAccessToken, accessTokens, bankKeys,
        bankConfiguration,
    ]
}
