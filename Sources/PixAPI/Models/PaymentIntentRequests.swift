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
        guard try types.texts().contains(Enrollment.type) else {
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

/// Body of `POST /payment-intents/{id}/authorize/`: the device's signature, and risk signals of this moment.
public struct AuthorizePaymentIntentRequest: JSONModel, Hashable {
    /// Newer SDKs send it.
    public var platform: Platform?
    public var riskSignals: JSONObject
    public var credentialID: [UInt8]
    public var clientDataJSON: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
    /// Nil where the authenticator gave none; the wire form is then an empty text.
    public var userHandle: [UInt8]?
    public var clientExtensionResults: JSONObject

    public init(
        platform: Platform? = nil, riskSignals: JSONObject, credentialID: [UInt8], clientDataJSON: [UInt8],
        authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?,
        clientExtensionResults: JSONObject = [:]
    ) {
        self.platform = platform
        self.riskSignals = riskSignals
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
        self.clientExtensionResults = clientExtensionResults
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        platform = try reader.optional("platform") == nil ? nil : reader.value("platform", Platform.self)
        riskSignals = try reader.member("risk_signals", expected: "an object").object()
        let assertion = try reader.member("assertion", expected: "an object")
        credentialID = try assertion.credentialID()
        let response = try assertion.member("response", expected: "an object")
        clientDataJSON = try response.bytes("clientDataJSON")
        authenticatorData = try response.bytes("authenticatorData")
        signature = try response.bytes("signature")
        let handle = try response.optional("userHandle")?.tolerantBase64URL()
        userHandle = handle?.isEmpty == true ? nil : handle
        clientExtensionResults = try assertion.optional("clientExtensionResults")?.object() ?? [:]
    }

    public var json: JSON {
        var object = JSONObject()
        object["platform"] = platform.map { .string($0.rawValue) }
        object["risk_signals"] = .object(riskSignals)
        let response: JSONObject = [
            "authenticatorData": .base64URL(authenticatorData), "clientDataJSON": .base64URL(clientDataJSON),
            "signature": .base64URL(signature), "userHandle": .base64URL(userHandle ?? []),
        ]
        object["assertion"] = .credential(
            id: credentialID, response: response, extensionResults: clientExtensionResults)
        return .object(object)
    }
}
