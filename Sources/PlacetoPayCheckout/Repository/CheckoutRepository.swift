/// What a merchant's server asks of Checkout.
public protocol CheckoutRepository {
    /// Begins a payment.
    /// - Parameters:
    ///   - package: what is to be paid.
    ///   - buyer: who buys it.
    ///   - ipAddress: the payer's.
    ///   - handler: gets a `CheckoutPaymentResponse`, or a `ResultError`, once.
    func createSession(
        package: some CheckoutPackage, buyer: some CheckoutCustomer, ipAddress: String,
        handler: @escaping (any CheckoutResult) -> Void
    ) async

    /// Asks what has become of a payment.
    /// - Parameters:
    ///   - sessionId: the session's `requestId`.
    ///   - handler: gets a `CheckoutInformationResponse`, or a `ResultError`, once.
    func searchSession(sessionId: Int, handler: @escaping (any CheckoutResult) -> Void) async
}
