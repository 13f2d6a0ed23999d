import ToqueEncoding

/// Body of `POST /payment-intents/` for the biometric flow.
public struct CreatePaymentIntentRequest: RequestModel, Hashable {
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

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        var all = Validation()
        let amount = all.read(try Amount(reader.member("amount", expected: Amount.expectation)))
        _ = all.read(try Self.checkMethodTypes(reader))
        let customer = all.read(try reader.model("customer", CustomerReference.self))
        let description = all.read(try reader.text("description", limit: TextLimit.description))
        let statementDescription = all.read(
            try reader.optionalText("statement_description", limit: TextLimit.description))
        let externalID = all.read(try reader.optionalText("external_id", limit: TextLimit.externalID))
        _ = all.read(try reader.constant("confirm", true))
        let details = try all.need(try reader.nested("payment_method_details").nested(Enrollment.type))
        let beneficiary = all.read(try details.uuid("beneficiary_bank_account"))
        let enrollment = all.read(try details.uuid("enrollment"))
        let beneficiaryBankAccount: String
        let enrollmentID: String
        (
            self.amount, self.customer, self.description, self.statementDescription, self.externalID,
            beneficiaryBankAccount, enrollmentID
        ) = try all.values(
            amount, customer, description, statementDescription, externalID, beneficiary, enrollment)
        method = PaymentMethodDetails(beneficiaryBankAccount: beneficiaryBankAccount, enrollment: enrollmentID)
    }

    private static func checkMethodTypes(_ reader: JSONReader) throws(JSONMemberError) {
        let expected = "an array with \"\(Enrollment.type)\""
        let types = try reader.member("allowed_payment_method_types", expected: expected)
        guard try types.strings().contains(Enrollment.type) else { throw types.mismatch(expected: expected) }
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
