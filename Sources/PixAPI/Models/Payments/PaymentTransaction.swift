import ToqueEncoding

/// Received money: the result of a successful charge. The provider calls it a transaction, which means something else
/// in databases.
public struct PaymentTransaction: JSONModel, Hashable {
    /// The direction of the money, from the payee's side.
    public enum Direction: String, Sendable, Hashable, CaseIterable, JSONChoice {
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
    /// Id of the bank account that received it.
    public var beneficiary: String
    /// Ids of the objects that led to it.
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
}

extension PaymentTransaction: JSONStructure {
    package static let blank = Self(
        id: "", createdBy: "", createdAt: .epoch, amount: .blank, description: "", beneficiary: "", paymentIntent: "",
        customer: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.expected("created_by", &createdBy, .uuid)
        coder.required("created_at", &createdAt)
        coder.required("amount", &amount)
        coder.expected("currency", &currency, .constant("BRL"))
        coder.expected("description", &description)
        coder.required("transaction_type", &direction)
        coder.id("beneficiary", &beneficiary, about: "The bank account that was paid")
        coder.id("payment_intent", &paymentIntent)
        coder.nullable("charge", &charge, .uuid)
        coder.id("customer", &customer)
    }
}
