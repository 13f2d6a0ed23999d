import ToqueEncoding

/// The parameters of `GET /payment-intents/`.
public struct PaymentIntentQuery: PixQuery {
    public typealias Item = PaymentIntent
    public static let path = "/payment-intents/"

    /// Id of the customer.
    public var customer: String?
    public var status: PaymentIntentStatus?
    public var externalID: String?
    /// Exclusive.
    public var createdAfter: Timestamp?
    /// Exclusive.
    public var createdBefore: Timestamp?

    public init(
        customer: String? = nil, status: PaymentIntentStatus? = nil, externalID: String? = nil,
        createdAfter: Timestamp? = nil, createdBefore: Timestamp? = nil
    ) {
        self.customer = customer
        self.status = status
        self.externalID = externalID
        self.createdAfter = createdAfter
        self.createdBefore = createdBefore
    }

    public var parameters: [(name: String, value: String?)] {
        [
            ("customer", customer), ("status", status?.rawValue), ("external_id", externalID),
            ("created_at__gt", createdAfter?.description), ("created_at__lt", createdBefore?.description),
        ]
    }
}
