import BiometricPixSDK

// An app's code in the shape of the guide's view models: it must compile unchanged, with this import alone.

/// One object for the whole flow: it is both callbacks and stores the results.
class PixViewModel: FidoRegistrationCallback, FidoAuthenticationCallback {
    private let sdk: BiometricPixSDK
    var hasPermission = false
    var deviceId: String?
    var riskSignals: RiskSignals?
    var riskSignalsJson: String?
    var attestation: AttestationResponse?
    var assertion: AssertionResponse?
    var errorMessage: String?
    var onChange: () -> Void = {}

    init(sdk: BiometricPixSDK = BiometricPixSDK()) { self.sdk = sdk }

    deinit { sdk.cleanup() }

    func askForPermission() {
        sdk.requestPermission { granted in
            self.hasPermission = granted
            self.onChange()
        }
    }

    func collectSignals(customerSince createdAt: String) {
        do {
            let signals = try sdk.collectRiskSignals(accountTenure: String(createdAt.prefix(10)))
            riskSignals = signals
            riskSignalsJson = signals.toJsonString()
            deviceId = signals.deviceId
        } catch {
            errorMessage = "\(error)"
        }
    }

    func register(fidoOptions: String) {
        sdk.startRegistration(fidoResponseString: fidoOptions, callback: self)
    }

    func sign(fidoOptions: String, credential: String? = nil) {
        sdk.startSigning(fidoResponseString: fidoOptions, fallbackCredential: credential, callback: self)
    }

    func onSuccess(response attestationResponse: AttestationResponse) {
        attestation = attestationResponse
        onChange()
    }

    func onSuccess(response assertionResponse: AssertionResponse) {
        assertion = assertionResponse
        onChange()
    }

    func onError(error: String) {
        errorMessage = error
        onChange()
    }

    /// The members of the body of confirm.
    var confirmation: [String: String]? {
        guard let attestation, attestation.rawAttestationObject != nil, attestation.rawClientDataJSON != nil else {
            return nil
        }
        return [
            "id": attestation.encodedId,
            "rawId": attestation.rawId.toBase64UrlString(),
            "attestationObject": attestation.encodedAttestationObject,
            "clientDataJSON": attestation.encodedClientDataJSON,
        ]
    }

    /// The members of the body of authorize.
    var authorization: [String: String]? {
        guard let assertion, let signature = assertion.signature, let data = assertion.authenticatorData else {
            return nil
        }
        return [
            "id": assertion.encodedId,
            "rawId": assertion.rawId.toBase64UrlString(),
            "authenticatorData": data.toBase64UrlString(),
            "clientDataJSON": assertion.clientDataJSON.toBase64UrlString(),
            "signature": signature.toBase64UrlString(),
            "userHandle": assertion.userHandle?.toBase64UrlString() ?? "",
        ]
    }
}

/// The spelling of the iOS package's header, and the old name of accountTenure.
final class HeaderViewModel: FidoRegistrationCallback {
    var attestation: AttestationResponse?
    var riskSignals: RiskSignals?
    var onChange: () -> Void = {}

    func collect(with sdk: BiometricPixSDK) throws {
        riskSignals = try sdk.collectRiskSignals(customerCreatedAt: "2024-01-31")
    }

    func onSuccess(response_ response: AttestationResponse) {
        attestation = response
        onChange()
    }

    func onError(error: String) { onChange() }
}

/// A callback without onSuccess.
final class ForgetfulCallback: FidoRegistrationCallback {
    var errorMessage: String?
    var onChange: () -> Void = {}

    func onError(error: String) {
        errorMessage = error
        onChange()
    }
}
