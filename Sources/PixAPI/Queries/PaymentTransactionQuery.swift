/// `GET /transactions/`.
public struct PaymentTransactionQuery: PixQuery {
    public typealias Item = PaymentTransaction
    public static let path = "/transactions/"

    /// Ids.
    public var paymentIntent: String?
    public var customer: String?

    public init(paymentIntent: String? = nil, customer: String? = nil) {
        self.paymentIntent = paymentIntent
        self.customer = customer
    }

    public var parameters: [(name: String, value: String?)] {
        [("payment_intent", paymentIntent), ("customer", customer)]
    }
}
