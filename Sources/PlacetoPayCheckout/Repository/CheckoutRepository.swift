/// A merchant server's requests to Checkout.
public protocol CheckoutRepository {
    /// Starts a payment.
    /// - Parameters:
    ///   - package: the purchase.
    ///   - buyer: the buyer.
    ///   - ipAddress: the payer's.
    ///   - handler: receives a `CheckoutPaymentResponse` or a `ResultError`, once.
    func createSession(
        package: some CheckoutPackage, buyer: some CheckoutCustomer, ipAddress: String,
        handler: @escaping (any CheckoutResult) -> Void
    ) async

    /// Asks for the status of a payment.
    /// - Parameters:
    ///   - sessionId: the session's `requestId`.
    ///   - handler: receives a `CheckoutInformationResponse` or a `ResultError`, once.
    func searchSession(sessionId: Int, handler: @escaping (any CheckoutResult) -> Void) async
}
