import BiometricPixSDK
import PixAPI
import RiskSignals
import ToqueEncoding

extension ConfirmEnrollmentRequest {
    /// The body that hands in a new credential.
    public init(_ attestation: AttestationResponse) {
        let response = attestation.response
        self.init(
            credentialID: response.credentialID, clientDataJSON: response.clientDataJSON,
            attestationObject: response.attestationObject, clientExtensionResults: response.clientExtensionResults)
    }
}

extension AuthorizePaymentIntentRequest {
    /// The body that hands in a payment's signature.
    /// - Parameters:
    ///   - riskSignals: of the same moment.
    ///   - platform: what the newer SDKs declare with them.
    public init(_ assertion: AssertionResponse, riskSignals: RiskSignals, platform: Platform? = nil) {
        self.init(assertion)
        self.platform = platform
        self.riskSignals = riskSignals.members
    }

    /// Without the risk signals, which are collected when it is sent.
    init(_ assertion: AssertionResponse) {
        let response = assertion.response
        self.init(
            riskSignals: [:], credentialID: response.credentialID, clientDataJSON: response.clientDataJSON,
            authenticatorData: response.authenticatorData, signature: response.signature,
            userHandle: response.userHandle, clientExtensionResults: response.clientExtensionResults)
    }
}

extension RiskSignals {
    /// The members to send.
    var members: JSONObject { toJson().objectValue ?? [:] }
}
