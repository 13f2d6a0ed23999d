import ToqueEncoding

/// A payment that the device authorizes.
public struct PaymentIntent: JSONModel, Hashable {
    public var id: String
    public var createdBy: String
    public var createdAt: Timestamp
    public var updatedAt: Timestamp
    public var externalID: String?
    public var status: PaymentIntentStatus
    public var amount: Amount
    /// ISO 4217.
    public var currency: String
    /// Id of the customer.
    public var customer: String
    public var description: String?
    public var statementDescription: String?
    public var method: PaymentMethodDetails
    public var information: PaymentMethodInformation?
    public var failureCode: String?
    public var failureMessage: String?
    public var charges: [Charge]
    public var metadata: JSONObject

    public init(
        id: String, createdBy: String, createdAt: Timestamp, updatedAt: Timestamp, externalID: String? = nil,
        status: PaymentIntentStatus, amount: Amount, currency: String = "BRL", customer: String,
        description: String? = nil, statementDescription: String? = nil, method: PaymentMethodDetails,
        information: PaymentMethodInformation? = nil, failureCode: String? = nil, failureMessage: String? = nil,
        charges: [Charge] = [], metadata: JSONObject = [:]
    ) {
        self.id = id
        self.createdBy = createdBy
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.externalID = externalID
        self.status = status
        self.amount = amount
        self.currency = currency
        self.customer = customer
        self.description = description
        self.statementDescription = statementDescription
        self.method = method
        self.information = information
        self.failureCode = failureCode
        self.failureMessage = failureMessage
        self.charges = charges
        self.metadata = metadata
    }
}

extension PaymentIntent: JSONStructure {
    package static let blank = Self(
        id: "", createdBy: "", createdAt: .epoch, updatedAt: .epoch, status: .pending, amount: .blank, customer: "",
        method: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.id("id", &id)
        coder.expected("created_by", &createdBy, .uuid)
        coder.required("created_at", &createdAt)
        coder.required("updated_at", &updatedAt)
        coder.nullable("external_id", &externalID)
        coder.required("status", &status)
        coder.required("amount", &amount)
        coder.expected("currency", &currency, .constant("BRL"))
        coder.id("customer", &customer)
        coder.nullable("description", &description)
        coder.nullable("statement_description", &statementDescription)
        coder.shown(
            "allowed_payment_method_types", [.string(Enrollment.type)], .array(of: .constant(.string(Enrollment.type))))
        coder.constant("selected_payment_method_type", .string(Enrollment.type))
        coder.object("payment_method_details") { $0.required(Enrollment.type, &method) }
        coder.object("payment_method_information", .expected, isAbsent: information == nil) {
            $0.expected(Enrollment.type, &information)
        }
        coder.shown("provider", .text(information?.provider), .text, .nullable)
        coder.nullable("failure_code", &failureCode, StatusReasonCode.schema)
        coder.nullable("failure_message", &failureMessage)
        coder.shown("next_step", .null, .null)
        coder.shown("last_error", .null, .null)
        coder.expected("charges", &charges, .array(of: .component("Charge")))
        coder.expected("metadata", &metadata)
    }
}
