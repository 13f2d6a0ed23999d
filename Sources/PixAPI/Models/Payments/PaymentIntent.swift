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

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        id = try reader.text("id")
        createdBy = try reader.optionalText("created_by") ?? ""
        createdAt = try reader.timestamp("created_at")
        updatedAt = try reader.timestamp("updated_at")
        externalID = try reader.optionalText("external_id")
        status = try reader.value("status", PaymentIntentStatus.self)
        amount = try reader.model("amount", Amount.self)
        currency = try reader.optionalText("currency") ?? "BRL"
        customer = try reader.text("customer")
        description = try reader.optionalText("description")
        statementDescription = try reader.optionalText("statement_description")
        method = try reader.member("payment_method_details", expected: "an object")
            .model(Enrollment.type, PaymentMethodDetails.self)
        information = try reader.optional("payment_method_information")?
            .optionalModel(Enrollment.type, PaymentMethodInformation.self)
        failureCode = try reader.optionalText("failure_code")
        failureMessage = try reader.optionalText("failure_message")
        charges = try reader.optional("charges")?.models(Charge.self) ?? []
        metadata = try reader.optional("metadata")?.object() ?? [:]
    }

    public var json: JSON {
        var object: JSONObject = [
            "id": .string(id), "created_by": .string(createdBy), "created_at": .timestamp(createdAt),
            "updated_at": .timestamp(updatedAt), "external_id": .text(externalID),
            "status": .string(status.rawValue), "amount": amount.json, "currency": .string(currency),
            "customer": .string(customer), "description": .text(description),
            "statement_description": .text(statementDescription),
            "allowed_payment_method_types": [.string(Enrollment.type)],
            "selected_payment_method_type": .string(Enrollment.type),
            "payment_method_details": [Enrollment.type: method.json],
        ]
        if let information { object["payment_method_information"] = [Enrollment.type: information.json] }
        object["provider"] = .text(information?.provider)
        object["failure_code"] = .text(failureCode)
        object["failure_message"] = .text(failureMessage)
        object["next_step"] = .null
        object["last_error"] = .null
        object["charges"] = .array(charges.map(\.json))
        object["metadata"] = .object(metadata)
        return .object(object)
    }
}
