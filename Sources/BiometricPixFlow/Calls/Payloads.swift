import BiometricPixSDK
import PixAPI
import RiskSignals
import ToqueEncoding
import ToqueWebAuthn

extension ConfirmEnrollmentRequest {
    /// The body that submits a new credential.
    public init(_ attestation: AttestationResponse) { self.init(attestation.response) }

    package init(_ response: RegistrationResponse) {
        self.init(
            credentialID: response.credentialID, clientDataJSON: response.clientDataJSON,
            attestationObject: response.attestationObject, clientExtensionResults: response.clientExtensionResults)
    }
}

extension AuthorizePaymentIntentRequest {
    /// The body that submits a payment's signature.
    /// - Parameters:
    ///   - assertion: from the device.
    ///   - riskSignals: collected at the same time.
    ///   - platform: declared with them by newer SDKs.
    public init(_ assertion: AssertionResponse, riskSignals: RiskSignals, platform: Platform? = nil) {
        self.init(assertion.response, riskSignals: riskSignals.members, platform: platform)
    }

    package init(_ response: AuthenticationResponse, riskSignals: JSONObject, platform: Platform? = nil) {
        self.init(
            platform: platform, riskSignals: riskSignals, credentialID: response.credentialID,
            clientDataJSON: response.clientDataJSON, authenticatorData: response.authenticatorData,
            signature: response.signature, userHandle: response.userHandle,
            clientExtensionResults: response.clientExtensionResults)
    }
}
