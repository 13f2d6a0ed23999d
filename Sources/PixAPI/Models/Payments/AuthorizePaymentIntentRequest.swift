import ToqueEncoding

/// Body of `POST /payment-intents/{id}/authorize/`: the device's signature, and risk signals of this moment.
public struct AuthorizePaymentIntentRequest: RequestModel, Hashable {
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

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        var all = Validation()
        let platform = all.read(try reader.optionalValue("platform", Platform.self))
        let riskSignals = all.read(try reader.member("risk_signals", expected: "an object").object())
        let assertion = try all.need(try reader.nested("assertion"))
        let credentialID = all.read(try assertion.credentialID())
        let extensionResults = all.read(try assertion.optional("clientExtensionResults")?.object() ?? [:])
        let response = try all.need(try assertion.nested("response"))
        let clientDataJSON = all.read(try response.bytes("clientDataJSON"))
        let authenticatorData = all.read(try response.bytes("authenticatorData"))
        let signature = all.read(try response.bytes("signature"))
        let userHandle = all.read(try response.optional("userHandle")?.tolerantBase64URL())
        (
            self.platform, self.riskSignals, self.credentialID, clientExtensionResults, self.clientDataJSON,
            self.authenticatorData, self.signature, self.userHandle
        ) = try all.values(
            platform, riskSignals, credentialID, extensionResults, clientDataJSON, authenticatorData, signature,
            // An authenticator that gave none makes an empty text.
            userHandle.map { $0?.isEmpty == true ? nil : $0 })
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
