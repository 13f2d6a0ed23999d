import ToqueEncoding

/// Body of `POST /payment-intents/` for the biometric flow.
public struct CreatePaymentIntentRequest: JSONModel, Hashable {
    public var amount: Amount
    public var customer: CustomerReference
    public var description: String
    /// The guide requires it, newer SDKs leave it out.
    public var statementDescription: String?
    public var externalID: String?
    public var method: PaymentMethodDetails

    public init(
        amount: Amount, customer: CustomerReference, description: String, statementDescription: String? = nil,
        externalID: String? = nil, method: PaymentMethodDetails
    ) {
        self.amount = amount
        self.customer = customer
        self.description = description
        self.statementDescription = statementDescription
        self.externalID = externalID
        self.method = method
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        amount = try Amount(reader.member("amount", expected: Amount.expectation))
        let types = try reader.member("allowed_payment_method_types", expected: "[\"\(Enrollment.type)\"]")
        guard try types.strings().contains(Enrollment.type) else {
            throw types.mismatch(expected: "an array with \"\(Enrollment.type)\"")
        }
        customer = try reader.model("customer", CustomerReference.self)
        description = try reader.text("description")
        statementDescription = try reader.optionalText("statement_description")
        externalID = try reader.optionalText("external_id")
        method = try reader.member("payment_method_details", expected: "an object")
            .model(Enrollment.type, PaymentMethodDetails.self)
        let confirm = try reader.member("confirm", expected: "true")
        guard try confirm.bool() else { throw confirm.mismatch(expected: "true") }
    }

    public var json: JSON {
        var object: JSONObject = [
            "amount": amount.json, "allowed_payment_method_types": [.string(Enrollment.type)],
            "customer": customer.json, "description": .string(description),
        ]
        object["statement_description"] = statementDescription.map(JSON.string)
        object["external_id"] = externalID.map(JSON.string)
        object["payment_method_details"] = [Enrollment.type: method.json]
        object["confirm"] = true
        return .object(object)
    }
}
