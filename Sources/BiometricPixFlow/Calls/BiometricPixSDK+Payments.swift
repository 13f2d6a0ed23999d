import BiometricPixSDK
import PixAPI

// Names and errors as in BiometricPixSDK+Enrollments.swift.
extension BiometricPixSDK {
    /// The accounts of payers and payees, from all pages.
    public func listBankAccounts() async throws -> [BankAccount] {
        try await call { pix throws(PixClientError) in try await pix.bankAccounts() }
    }

    public func getBankAccount(bankAccountId: String) async throws -> BankAccount {
        try await call { pix throws(PixClientError) in try await pix.bankAccount(bankAccountId) }
    }

    public func getCustomerDetails(customerId: String) async throws -> Customer {
        try await call { pix throws(PixClientError) in try await pix.customer(customerId) }
    }

    /// Starts a payment.
    /// - Returns: the intent, whose `information.fidoOptions` are for
    ///   `startSigning(fidoResponseString:fallbackCredential:)`.
    public func createPaymentIntent(payload: CreatePaymentIntentRequest) async throws -> PaymentIntent {
        try await call { pix throws(PixClientError) in try await pix.createPaymentIntent(payload) }
    }

    /// The current state of a payment intent.
    public func getPaymentIntent(paymentIntentId: String) async throws -> PaymentIntent {
        try await call { pix throws(PixClientError) in try await pix.paymentIntent(paymentIntentId) }
    }

    /// Waits for the result of a payment, good or bad: polls every 2 s for 120 s.
    public func pollPaymentIntent(paymentIntentId: String) async throws -> PaymentIntent {
        try await poll(for: "the payment's result") {
            let intent = try await getPaymentIntent(paymentIntentId: paymentIntentId)
            return intent.status.isResult ? intent : nil
        }
    }

    /// The payment intents that match a query, from all pages.
    public func listPaymentIntents(
        queryParameters: PaymentIntentQuery = PaymentIntentQuery()
    ) async throws -> [PaymentIntent] {
        try await call { pix throws(PixClientError) in try await pix.all(queryParameters) }
    }

    /// Submits the signature from `startSigning`, with current risk signals.
    /// - Returns: true: the provider accepted it, and the bank settles the payment.
    ///   `pollPaymentIntent(paymentIntentId:)` returns the result.
    @discardableResult
    public func authorizePaymentIntent(
        paymentIntentId: String, payload: AuthorizePaymentIntentRequest
    ) async throws -> Bool {
        try await call { pix throws(PixClientError) in
            try await pix.authorize(paymentIntent: paymentIntentId, payload)
        }
        return true
    }
}
