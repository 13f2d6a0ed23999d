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
    public var statementDescription: String?
    public var failureCode: String?
    public var failureMessage: String?
    public var method: PaymentMethodDetails?
    /// As in the intent, without the options that only its device needs.
    public var information: PaymentMethodInformation?
    /// The account that pays.
    public var payerAccount: PayerAccount?
    /// Ids; one where the charge succeeded.
    public var transactions: [String]
    public var metadata: JSONObject

    public init(
        id: String, createdBy: String, createdAt: Timestamp, updatedAt: Timestamp, status: ChargeStatus,
        amount: Amount, currency: String = "BRL", customer: String, paymentIntent: String,
        description: String? = nil, statementDescription: String? = nil, failureCode: String? = nil,
        failureMessage: String? = nil, method: PaymentMethodDetails? = nil,
        information: PaymentMethodInformation? = nil, payerAccount: PayerAccount? = nil, transactions: [String] = [],
        metadata: JSONObject = [:]
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
        self.statementDescription = statementDescription
        self.failureCode = failureCode
        self.failureMessage = failureMessage
        self.method = method
        self.information = information
        self.payerAccount = payerAccount
        self.transactions = transactions
        self.metadata = metadata
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
        statementDescription = try reader.optionalText("statement_description")
        failureCode = try reader.optionalText("failure_code")
        failureMessage = try reader.optionalText("failure_message")
        method = try reader.optional("payment_method_details")?
            .optionalModel(Enrollment.type, PaymentMethodDetails.self)
        information = try reader.optional("payment_method_information")?
            .optionalModel(Enrollment.type, PaymentMethodInformation.self)
        payerAccount = try reader.optional("payer_information")?.optionalModel("bank_account", PayerAccount.self)
        transactions = try reader.optional("transactions")?.strings() ?? []
        metadata = try reader.optional("metadata")?.object() ?? [:]
    }

    public var json: JSON {
        [
            "id": .string(id), "created_by": .string(createdBy), "created_at": .timestamp(createdAt),
            "updated_at": .timestamp(updatedAt), "status": .string(status.rawValue), "amount": amount.json,
            "currency": .string(currency), "customer": .string(customer), "payment_intent": .string(paymentIntent),
            "payment_method_type": .string(Enrollment.type),
            "payment_method_details": method.map { [Enrollment.type: $0.json] } ?? .null,
            "payment_method_information": information.map { [Enrollment.type: $0.json] } ?? .null,
            "payer_information": payerAccount.map { ["bank_account": $0.json] } ?? .null,
            "provider": .text(information?.provider), "description": .text(description),
            "statement_description": .text(statementDescription), "failure_code": .text(failureCode),
            "failure_message": .text(failureMessage), "transactions": .array(transactions.map(JSON.string)),
            "metadata": .object(metadata),
        ]
    }
}
