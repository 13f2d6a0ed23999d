/// `GET /charges/`.
public struct ChargeQuery: PixQuery {
    public typealias Item = Charge
    public static let path = "/charges/"

    /// Ids.
    public var paymentIntent: String?
    public var customer: String?
    public var status: ChargeStatus?

    public init(paymentIntent: String? = nil, customer: String? = nil, status: ChargeStatus? = nil) {
        self.paymentIntent = paymentIntent
        self.customer = customer
        self.status = status
    }

    public var parameters: [(name: String, value: String?)] {
        [("payment_intent", paymentIntent), ("customer", customer), ("status", status?.rawValue)]
    }
}
