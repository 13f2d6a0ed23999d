/// What a merchant's server asks of Checkout.
public protocol CheckoutRepository {
    /// Begins a payment.
    /// - Parameters:
    ///   - ipAddress: the payer's.
    ///   - handler: gets a `CheckoutPaymentResponse`, or a `ResultError`, once.
    func createSession(
        package: some CheckoutPackage, buyer: some CheckoutCustomer, ipAddress: String,
        handler: @escaping (any CheckoutResult) -> Void
    ) async

    /// Asks what has become of a payment.
    /// - Parameter handler: gets a `CheckoutInformationResponse`, or a `ResultError`, once.
    func searchSession(sessionId: Int, handler: @escaping (any CheckoutResult) -> Void) async
}
