import ToqueEncoding

/// Body of `POST /payment-intents/` for the biometric flow.
public struct CreatePaymentIntentRequest: RequestModel, Hashable {
    public var amount: Amount
    public var customer: CustomerReference
    public var description: String
    /// Required by the guide, omitted by newer SDKs.
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
}

extension CreatePaymentIntentRequest: JSONStructure {
    package static let blank = Self(amount: .blank, customer: .id(""), description: "", method: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("amount", &amount, .requestedAmount)
        allowedMethodTypes(&coder)
        coder.required("customer", &customer, .component("CustomerReference"))
        coder.required("description", &description, upTo: TextLimit.description)
        coder.optional("statement_description", &statementDescription, upTo: TextLimit.description)
        coder.externalID(&externalID)
        coder.constant("confirm", true)
        coder.object("payment_method_details") { $0.object(Enrollment.type) { method.members(&$0) } }
        coder.move("payment_method_details", before: "confirm")
    }

    /// The method must be one of them.
    private func allowedMethodTypes(_ coder: inout JSONCoder) {
        let (name, type) = ("allowed_payment_method_types", Enrollment.type)
        let expectation = "an array with \"\(type)\""
        var types = [type]
        coder.member(
            name, &types, .required,
            { .array(of: .text).with("contains", JSONSchema.constant(.string(type)).json) },
            expecting: { expectation },
            read: { (reader) throws(JSONMemberError) in try reader.strings() }, write: { $0.json })
        coder.check(name, types.contains(type) ? nil : expectation)
    }
}
