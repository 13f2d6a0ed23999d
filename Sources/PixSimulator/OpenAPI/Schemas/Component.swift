import PixAPI
import ToqueEncoding

/// A schema that stands once in the document, under its name.
enum Component: String, Sendable, CaseIterable {
    case errors = "Errors"
    case institution = "Institution"
    case createCustomer = "CreateCustomer"
    case customer = "Customer"
    case customerReference = "CustomerReference"
    case createBankAccount = "CreateBankAccount"
    case updateBankAccount = "UpdateBankAccount"
    case bankAccount = "BankAccount"
    case riskSignals = "RiskSignals"
    case phoneRiskSignals = "PhoneRiskSignals"
    case createEnrollment = "CreateEnrollment"
    case completeRedirection = "CompleteRedirection"
    case enrollment = "Enrollment"
    case registrationOptions = "RegistrationOptions"
    case confirmEnrollment = "ConfirmEnrollment"
    case createPaymentIntent = "CreatePaymentIntent"
    case paymentIntent = "PaymentIntent"
    case signOptions = "SignOptions"
    case authorizePaymentIntent = "AuthorizePaymentIntent"
    case completePaymentIntent = "CompletePaymentIntent"
    case charge = "Charge"
    case transaction = "Transaction"
    case requestAccessToken = "RequestAccessToken"
    case accessTokens = "AccessTokens"
    case bankKeys = "BankKeys"
    case bankConfiguration = "BankConfiguration"

    var reference: String { "#/components/schemas/\(rawValue)" }

    var schema: Schema {
        switch self {
        case .errors: .errors
        case .institution: .institution
        case .createCustomer: .createCustomer
        case .customer: .customer
        case .customerReference: .customerReference
        case .createBankAccount: .createBankAccount
        case .updateBankAccount: .updateBankAccount
        case .bankAccount: .bankAccount
        case .riskSignals: .riskSignals
        case .phoneRiskSignals: .phoneRiskSignals
        case .createEnrollment: .createEnrollment
        case .completeRedirection: .completeRedirection
        case .enrollment: .enrollment
        case .registrationOptions: .registrationOptions
        case .confirmEnrollment: .confirmEnrollment
        case .createPaymentIntent: .createPaymentIntent
        case .paymentIntent: .paymentIntent
        case .signOptions: .signOptions
        case .authorizePaymentIntent: .authorizePaymentIntent
        case .completePaymentIntent: .completePaymentIntent
        case .charge: .charge
        case .transaction: .transaction
        case .requestAccessToken: .requestAccessToken
        case .accessTokens: .accessTokens
        case .bankKeys: .bankKeys
        case .bankConfiguration: .bankConfiguration
        }
    }

    /// A value of it.
    var example: JSON {
        switch self {
        case .errors: Refusal.notFound("There is no such endpoint.").example
        case .institution: Examples.institution.json
        case .createCustomer: Examples.createCustomer
        case .customer: Examples.customer.shown.json
        case .customerReference: Examples.createEnrollment.customer.json
        case .createBankAccount: Examples.createBankAccount
        case .updateBankAccount: Examples.updateBankAccount.json
        case .bankAccount: Examples.bankAccount.json
        case .riskSignals: .object(Examples.riskSignals)
        case .phoneRiskSignals: .object(Examples.phoneRiskSignals)
        case .createEnrollment: Examples.createEnrollment.json
        case .completeRedirection: Examples.completeRedirection.json
        case .enrollment: Examples.enrollment.json
        case .registrationOptions: Examples.registrationOptions
        case .confirmEnrollment: Examples.confirmEnrollment.json
        case .createPaymentIntent: Examples.createPaymentIntent
        case .paymentIntent: Examples.paymentIntent
        case .signOptions: Examples.signOptions
        case .authorizePaymentIntent: Examples.authorizePaymentIntent.json
        case .completePaymentIntent: CompletePaymentIntentRequest().json
        case .charge: Examples.charge
        case .transaction: Examples.transaction
        case .requestAccessToken: AccessTokenRequest(id: "sandbox", password: "sandbox").json
        case .accessTokens: Examples.accessTokens.json
        case .bankKeys: Examples.bankKeys
        case .bankConfiguration: PixProvider.discovery(publicURL: "http://127.0.0.1:8420")
        }
    }
}
