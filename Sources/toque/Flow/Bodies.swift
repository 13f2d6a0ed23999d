import PixAPI
import RiskSignals
import ToqueEncoding
import ToqueWebAuthn

extension ConfirmEnrollmentRequest {
    /// The provider's form of a new credential.
    init(_ response: RegistrationResponse) {
        self.init(
            credentialID: response.credentialID, clientDataJSON: response.clientDataJSON,
            attestationObject: response.attestationObject, clientExtensionResults: response.clientExtensionResults)
    }
}

extension AuthorizePaymentIntentRequest {
    /// The provider's form of an assertion, with risk signals of the same moment.
    init(_ response: AuthenticationResponse, riskSignals: JSONObject, platform: Platform? = nil) {
        self.init(
            platform: platform, riskSignals: riskSignals, credentialID: response.credentialID,
            clientDataJSON: response.clientDataJSON, authenticatorData: response.authenticatorData,
            signature: response.signature, userHandle: response.userHandle,
            clientExtensionResults: response.clientExtensionResults)
    }
}

extension RiskSignals {
    /// The members to send.
    var members: JSONObject { toJson().objectValue ?? [:] }
}
