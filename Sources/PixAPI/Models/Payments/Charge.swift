import ToqueEncoding

/// The transfer of money requested by a payment intent.
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
    /// As in the intent, without the options, which only the device needs.
    public var information: PaymentMethodInformation?
    /// The payer's account.
    public var payerAccount: PayerAccount?
    /// Ids; one if the charge succeeded.
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
}

extension Charge: JSONStructure {
    package static let blank = Self(
        id: "", createdBy: "", createdAt: .epoch, updatedAt: .epoch, status: .created, amount: .blank, customer: "",
        paymentIntent: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.expected("created_by", &createdBy, .uuid)
        coder.required("created_at", &createdAt)
        coder.required("updated_at", &updatedAt)
        coder.required("status", &status)
        coder.required("amount", &amount)
        coder.expected("currency", &currency, .constant("BRL"))
        coder.id("customer", &customer)
        coder.id("payment_intent", &paymentIntent)
        coder.constant("payment_method_type", .string(Enrollment.type))
        coder.object("payment_method_details", .nullable, isAbsent: method == nil) {
            $0.expected(Enrollment.type, &method)
        }
        coder.object("payment_method_information", .nullable, isAbsent: information == nil) {
            $0.expected(Enrollment.type, &information, PaymentMethodInformation.schema(fidoOptions: .null))
        }
        coder.object("payer_information", .nullable, isAbsent: payerAccount == nil) {
            $0.expected("bank_account", &payerAccount)
        }
        coder.shown("provider", .text(information?.provider), .text, .nullable)
        coder.nullable("description", &description)
        coder.nullable("statement_description", &statementDescription)
        coder.nullable("failure_code", &failureCode, StatusReasonCode.schema)
        coder.nullable("failure_message", &failureMessage)
        coder.expected("transactions", &transactions, .array(of: .uuid).about("One where the charge succeeded"))
        coder.expected("metadata", &metadata)
    }
}
