import ToqueEncoding

/// Money that arrived: what a charge leaves behind when it succeeds. The provider calls it a transaction, a word that
/// databases have taken.
public struct PaymentTransaction: JSONModel, Hashable {
    /// The direction of the money, as the one who is paid sees it.
    public enum Direction: String, Sendable, Hashable, CaseIterable {
        case inflow = "INFLOW"
        case outflow = "OUTFLOW"
    }

    public var id: String
    public var createdBy: String
    public var createdAt: Timestamp
    public var amount: Amount
    /// ISO 4217.
    public var currency: String
    public var description: String
    public var direction: Direction
    /// Id of the bank account that was paid.
    public var beneficiary: String
    /// Ids of what it came from.
    public var paymentIntent: String
    public var charge: String?
    public var customer: String

    public init(
        id: String, createdBy: String, createdAt: Timestamp, amount: Amount, currency: String = "BRL",
        description: String, direction: Direction = .inflow, beneficiary: String, paymentIntent: String,
        charge: String? = nil, customer: String
    ) {
        self.id = id
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.amount = amount
        self.currency = currency
        self.description = description
        self.direction = direction
        self.beneficiary = beneficiary
        self.paymentIntent = paymentIntent
        self.charge = charge
        self.customer = customer
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.text("id")
        createdBy = try reader.optionalText("created_by") ?? ""
        createdAt = try reader.timestamp("created_at")
        amount = try reader.model("amount", Amount.self)
        currency = try reader.optionalText("currency") ?? "BRL"
        description = try reader.optionalText("description") ?? ""
        direction = try reader.value("transaction_type", Direction.self)
        beneficiary = try reader.text("beneficiary")
        paymentIntent = try reader.text("payment_intent")
        charge = try reader.optionalText("charge")
        customer = try reader.text("customer")
    }

    public var json: JSON {
        [
            "id": .string(id), "created_by": .string(createdBy), "created_at": .timestamp(createdAt),
            "amount": amount.json, "currency": .string(currency), "description": .string(description),
            "transaction_type": .string(direction.rawValue), "beneficiary": .string(beneficiary),
            "payment_intent": .string(paymentIntent), "charge": .text(charge), "customer": .string(customer),
        ]
    }
}
