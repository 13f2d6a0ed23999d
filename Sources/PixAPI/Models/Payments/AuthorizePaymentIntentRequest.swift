import ToqueEncoding

/// Body of `POST /payment-intents/{id}/authorize/`: the device's signature, and current risk signals.
public struct AuthorizePaymentIntentRequest: RequestModel, Hashable {
    /// Sent by newer SDKs.
    public var platform: Platform?
    public var riskSignals: JSONObject
    public var credentialID: [UInt8]
    public var clientDataJSON: [UInt8]
    public var authenticatorData: [UInt8]
    public var signature: [UInt8]
    /// nil if the authenticator returned none; the wire form is then empty text.
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
}

extension AuthorizePaymentIntentRequest: JSONStructure {
    package static let blank = Self(
        riskSignals: [:], credentialID: [], clientDataJSON: [], authenticatorData: [], signature: [], userHandle: nil)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("platform", &platform, Platform.schema.about("Newer SDKs send it"))
        coder.required("risk_signals", &riskSignals, .component("RiskSignals"))
        // Empty text if the authenticator returned none.
        var handle = userHandle ?? []
        coder.object("assertion") {
            $0.credential(&credentialID, &clientExtensionResults) {
                $0.bytes("clientDataJSON", &clientDataJSON)
                $0.bytes("authenticatorData", &authenticatorData)
                $0.bytes("signature", &signature)
                $0.bytes(
                    "userHandle", &handle, .optional, about: "Empty or null where the authenticator gave none")
                $0.move("authenticatorData", before: "clientDataJSON")
            }
        }
        userHandle = handle.isEmpty ? nil : handle
    }
}
