import BiometricPixSDK
import PixAPI

// As in BiometricPixSDK+Enrollments.swift.
extension BiometricPixSDK {
    /// The accounts that pay and are paid, of all pages.
    public func listBankAccounts() async throws -> [BankAccount] {
        try await call { pix throws(PixClientError) in try await pix.bankAccounts() }
    }

    public func getBankAccount(bankAccountId: String) async throws -> BankAccount {
        try await call { pix throws(PixClientError) in try await pix.bankAccount(bankAccountId) }
    }

    public func getCustomerDetails(customerId: String) async throws -> Customer {
        try await call { pix throws(PixClientError) in try await pix.customer(customerId) }
    }

    /// Begins a payment.
    /// - Returns: the intent, whose `information.fidoOptions` are for
    ///   `startSigning(fidoResponseString:fallbackCredential:)`.
    public func createPaymentIntent(payload: CreatePaymentIntentRequest) async throws -> PaymentIntent {
        try await call { pix throws(PixClientError) in try await pix.createPaymentIntent(payload) }
    }

    /// A payment intent as it is now.
    public func getPaymentIntent(paymentIntentId: String) async throws -> PaymentIntent {
        try await call { pix throws(PixClientError) in try await pix.paymentIntent(paymentIntentId) }
    }

    /// Waits for the result of a payment, whichever it is: every 2 s for 120 s.
    public func pollPaymentIntent(paymentIntentId: String) async throws -> PaymentIntent {
        try await poll(for: "the payment's result") {
            let intent = try await getPaymentIntent(paymentIntentId: paymentIntentId)
            return intent.status.isResult ? intent : nil
        }
    }

    /// The payment intents that a query asks for, of all pages.
    public func listPaymentIntents(
        queryParameters: PaymentIntentQuery = PaymentIntentQuery()
    ) async throws -> [PaymentIntent] {
        try await call { pix throws(PixClientError) in try await pix.all(queryParameters) }
    }

    /// Hands in the signature that `startSigning` made, with risk signals of this moment.
    /// - Returns: true: the provider took it, and the bank settles the payment. What comes of it
    ///   `pollPaymentIntent(paymentIntentId:)` gives.
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
