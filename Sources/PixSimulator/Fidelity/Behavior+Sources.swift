import SandboxKit

/// Public documents that specify the provider's or the regulator's behavior.
extension Behavior.Source {
    static let guide = Self(
        "Biometric Pix guide (iOS SDK + API)", "\(products)/payments_brazil/payments-brazil-bio-pix-ios-sdk-guide")
    static let sdkOnlyGuide = Self(
        "Biometric Pix guide (SDK only)",
        "\(products)/payments_brazil/payments-brazil-bio-pix-android-sdk-guide-sdk-only")
    static let enrollmentsReference = Self("API reference, enrollments", "\(reference)/enrollments-(brazil)")
    static let customersReference = Self("API reference, customers", "\(reference)/customers-(brazil)")
    static let institutionsReference = Self(
        "API reference, payment institutions", "\(reference)/payment-institutions-(brazil)")
    static let bankAccountsReference = Self("API reference, bank accounts", "\(reference)/bank-accounts-(brazil)")
    static let paymentIntentsReference = Self("API reference, payment intents", "\(reference)/payment-intents-(brazil)")
    static let chargesReference = Self("API reference, charges", "\(reference)/charges-(brazil)")
    static let transactionsReference = Self(
        "API reference, payment transactions", "\(reference)/payment-transactions-(brazil)")
    static let paymentStates = Self(
        "Payment intent: model and states", "https://developers.belvo.com/docs/payment-intent-model-and-states-ofpi")
    static let entityStates = Self(
        "Payments in Brazil: states of entities", "\(products)/payments_brazil/payments-brazil-entity-states.md")
    static let errorsReference = Self(
        "API reference, error handling", "\(reference)/section/introduction/error-handling")
    static let webhooks = Self("Payments in Brazil: webhooks", "https://developers.belvo.com/docs/ofpi-webhooks")
    static let customerModel = Self(
        "Customer: model and states", "https://developers.belvo.com/docs/customer-model-and-states-ofpi")
    static let sdkHeaders = Self(
        "Public headers of the SDK", "https://github.com/belvo-finance-opensource/biometric-pix-ios-sdk")
    static let regulator = Self(
        "Open Finance Brasil, enrollments 2.1.0 and payments 4.0.0",
        "https://github.com/OpenBanking-Brasil/openapi/tree/main/swagger-apis")

    private static let products = "https://developers.belvo.com/products"
    private static let reference = "https://developers.belvo.com/apis/belvoopenapispec"
}
