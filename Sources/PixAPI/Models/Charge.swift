import ToqueEncoding

/// The movement of money that a payment intent asks for.
public struct Charge: JSONModel, Hashable {
    public var id: String
    public var createdBy: String
    public var createdAt: Timestamp
    public var updatedAt: Timestamp
    public var status: ChargeStatus
    public var amount: Amount
    /// ISO 4217.
    public var currency: String
    /// Id of the customer.
    public var customer: String
    /// Id of the intent.
    public var paymentIntent: String
    public var description: String?
    public var failureCode: String?
    public var failureMessage: String?

    public init(
        id: String, createdBy: String, createdAt: Timestamp, updatedAt: Timestamp, status: ChargeStatus,
        amount: Amount, currency: String = "BRL", customer: String, paymentIntent: String,
        description: String? = nil, failureCode: String? = nil, failureMessage: String? = nil
    ) {
        self.id = id
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.status = status
        self.amount = amount
        self.currency = currency
        self.customer = customer
        self.paymentIntent = paymentIntent
        self.description = description
        self.failureCode = failureCode
        self.failureMessage = failureMessage
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.text("id")
        createdBy = try reader.optionalText("created_by") ?? ""
        createdAt = try reader.timestamp("created_at")
        updatedAt = try reader.timestamp("updated_at")
        status = try reader.value("status", ChargeStatus.self)
        amount = try reader.model("amount", Amount.self)
        currency = try reader.optionalText("currency") ?? "BRL"
        customer = try reader.text("customer")
        paymentIntent = try reader.text("payment_intent")
        description = try reader.optionalText("description")
        failureCode = try reader.optionalText("failure_code")
        failureMessage = try reader.optionalText("failure_message")
    }

    public var json: JSON {
        [
            "id": .string(id), "created_by": .string(createdBy), "created_at": .timestamp(createdAt),
            "updated_at": .timestamp(updatedAt), "status": .string(status.rawValue), "amount": amount.json,
            "currency": .string(currency), "customer": .string(customer), "payment_intent": .string(paymentIntent),
            "payment_method_type": .string(Enrollment.type), "description": .text(description),
            "failure_code": .text(failureCode), "failure_message": .text(failureMessage),
        ]
    }
}
