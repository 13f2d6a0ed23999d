/// A public document that says how the provider or the regulator does it.
enum Source: Sendable, Hashable, CaseIterable {
    case guide
    case sdkOnlyGuide
    case enrollmentsReference
    case customersReference
    case institutionsReference
    case bankAccountsReference
    case paymentIntentsReference
    case chargesReference
    case transactionsReference
    case paymentStates
    case entityStates
    case errorsReference
    case webhooks
    case customerModel
    case sdkHeaders
    case regulator

    var name: String {
        switch self {
        case .guide: "Biometric Pix guide (iOS SDK + API)"
        case .sdkOnlyGuide: "Biometric Pix guide (SDK only)"
        case .enrollmentsReference: "API reference, enrollments"
        case .customersReference: "API reference, customers"
        case .institutionsReference: "API reference, payment institutions"
        case .bankAccountsReference: "API reference, bank accounts"
        case .paymentIntentsReference: "API reference, payment intents"
        case .chargesReference: "API reference, charges"
        case .transactionsReference: "API reference, payment transactions"
        case .paymentStates: "Payment intent: model and states"
        case .entityStates: "Payments in Brazil: states of entities"
        case .errorsReference: "API reference, error handling"
        case .webhooks: "Payments in Brazil: webhooks"
        case .customerModel: "Customer: model and states"
        case .sdkHeaders: "Public headers of the SDK"
        case .regulator: "Open Finance Brasil, enrollments 2.1.0 and payments 4.0.0"
        }
    }

    var url: String {
        switch self {
        case .guide: "\(Self.products)/payments_brazil/payments-brazil-bio-pix-ios-sdk-guide"
        case .sdkOnlyGuide: "\(Self.products)/payments_brazil/payments-brazil-bio-pix-android-sdk-guide-sdk-only"
        case .enrollmentsReference: "\(Self.reference)/enrollments-(brazil)"
        case .customersReference: "\(Self.reference)/customers-(brazil)"
        case .institutionsReference: "\(Self.reference)/payment-institutions-(brazil)"
        case .bankAccountsReference: "\(Self.reference)/bank-accounts-(brazil)"
        case .paymentIntentsReference: "\(Self.reference)/payment-intents-(brazil)"
        case .chargesReference: "\(Self.reference)/charges-(brazil)"
        case .transactionsReference: "\(Self.reference)/payment-transactions-(brazil)"
        case .paymentStates: "https://developers.belvo.com/docs/payment-intent-model-and-states-ofpi"
        case .entityStates: "\(Self.products)/payments_brazil/payments-brazil-entity-states.md"
        case .errorsReference: "\(Self.reference)/section/introduction/error-handling"
        case .webhooks: "https://developers.belvo.com/docs/ofpi-webhooks"
        case .customerModel: "https://developers.belvo.com/docs/customer-model-and-states-ofpi"
        case .sdkHeaders: "https://github.com/belvo-finance-opensource/biometric-pix-ios-sdk"
        case .regulator: "https://github.com/OpenBanking-Brasil/openapi/tree/main/swagger-apis"
        }
    }

    private static let products = "https://developers.belvo.com/products"
    private static let reference = "https://developers.belvo.com/apis/belvoopenapispec"
}
