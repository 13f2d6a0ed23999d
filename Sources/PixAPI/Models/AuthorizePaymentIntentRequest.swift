import ToqueEncoding

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
