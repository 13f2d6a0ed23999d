import CLibFIDO2
import ToqueCBOR
import ToqueWebAuthn

extension KeyWorker {
    /// authenticatorMakeCredential (WebAuthn section 6.3.2) through libfido2.
    func makeCredential(
        _ request: MakeCredentialRequest, on device: FIDODevice, _ interaction: any UserInteraction
    ) async throws(WebAuthnError) -> MakeCredentialResponse {
        let info = try device.info()
        // libfido2 1.12 offers the key only one algorithm.
        guard let algorithm = request.algorithms.first(where: info.usableAlgorithms.contains) else {
            throw WebAuthnError(
                .notSupportedError,
                "\(device.name) has, through \(FIDOLibrary.name), "
                    + info.usableAlgorithms.map(\.description).joined(separator: ", ") + "; asked for was "
                    + request.algorithms.map(\.description).joined(separator: ", "))
        }
        guard !request.requireResidentKey || info.options["rk"] == true else {
            throw WebAuthnError(.constraintError, "\(device.name) has no discoverable credentials")
        }
        let extensions = try MakeCredentialExtensions(request, info: info)
        let ceremony = Ceremony(device: device, info: info, interaction: interaction)
        if request.requireUserVerification || info.verifiesUser(residentKey: request.requireResidentKey) {
            try await ceremony.requireUserVerification()
        }
        let (rpID, excluded) = try await excluded(request, ceremony)
        var attestationObject: AttestationObject?
        var largeBlobKey: [UInt8]?
        let touch = GesturePrompt(
            operation: .register, rpID: request.rpID, rpName: request.rpName, userName: request.user.name,
            verification: .none)
        try await ceremony.send(touch: touch) { (device, builtIn, pin) throws(FIDOFailure) in
            let credential = try FIDOCredential()
            try credential.set(
                clientDataHash: request.clientDataHash, rpID: rpID, rpName: request.rpName,
                algorithm: algorithm)
            try credential.set(user: request.user)
            try credential.exclude(excluded)
            try credential.setResidentKey(request.requireResidentKey)
            try credential.setUserVerification(builtIn)
            try extensions.apply(to: credential)
            let code = fido_dev_make_cred(device, credential.pointer, pin)
            attestationObject = credential.attestationObject()
            largeBlobKey = credential.largeBlobKey
            return code
        }
        guard rpID == request.rpID else { throw FIDOStatus.credentialExcluded.error(of: device.name) }
        guard let attestationObject,
            let data = try? AuthenticatorData(decoding: attestationObject.authenticatorData),
            let attested = data.attestedCredentialData
        else { throw FIDOStatus(code: FIDO_ERR_RX_INVALID_CBOR).error(of: device.name) }
        return MakeCredentialResponse(
            credentialID: attested.credentialID, attestationObject: attestationObject,
            isResidentKey: request.requireResidentKey,
            extensions: extensions.outputs(data.extensions ?? CBORMap(), largeBlobKey: largeBlobKey))
    }

    /// The excluded credentials for the request, with their RP ID or AppID: all of them, or the one found by a search
    /// if they exceed one message. For one of an AppID, a new credential for the AppID is requested, which the key
    /// refuses after a touch (section 10.1.2).
    private func excluded(
        _ request: MakeCredentialRequest, _ ceremony: Ceremony
    ) async throws(WebAuthnError) -> (rpID: String, ids: [[UInt8]]) {
        let lists = CredentialLists(info: ceremony.info)
        let ids = lists.possible(request.excludeCredentials)
        let names = [request.rpID, request.rpName, request.user.name, request.user.displayName]
        // Besides the names: hash, user handle, blob, the keys' names and heads.
        let others = names.reduce(320 + (request.extensions.credBlob?.count ?? 0)) { $0 + $1.utf8.count }
        if let appID = request.extensions.appIDExclude, let id = try await ceremony.find(ids, rpID: appID) {
            return (appID, [id])
        }
        if lists.fits(ids, besides: others) { return (request.rpID, ids) }
        return (request.rpID, try await ceremony.find(ids, rpID: request.rpID).map { [$0] } ?? [])
    }
}

/// The registration extensions that libfido2 1.12 and the key support.
struct MakeCredentialExtensions {
    private let inputs: RegistrationExtensionInputs
    private let info: KeyInfo
    private let makesLargeBlobKey: Bool

    /// - Throws: `notSupportedError` if a required extension is unavailable.
    init(_ request: MakeCredentialRequest, info: KeyInfo) throws(WebAuthnError) {
        inputs = request.extensions
        self.info = info
        // A large blob belongs to a discoverable credential (CTAP 2.3 section 12.3).
        makesLargeBlobKey = inputs.largeBlob != nil && info.hasLargeBlobs && request.requireResidentKey
        if inputs.enforceCredentialProtectionPolicy, !info.has("credProtect"),
            let policy = inputs.credentialProtectionPolicy, policy != .userVerificationOptional
        {
            throw WebAuthnError(.notSupportedError, "\(info.name) does not have credProtect, which is enforced")
        }
        if inputs.largeBlob == .required, !makesLargeBlobKey {
            throw WebAuthnError(
                .notSupportedError,
                info.hasLargeBlobs
                    ? "a large blob is required, which needs a discoverable credential"
                    : "a large blob is required, and \(info.name) has none that \(FIDOLibrary.name) could use")
        }
        if inputs.payment {
            throw WebAuthnError(
                .notSupportedError, "a payment credential is asked for, which \(FIDOLibrary.name) cannot register")
        }
    }

    /// `prf` registers hmac-secret. Values are evaluated when the credential signs, because libfido2 1.12 cannot
    /// evaluate them before.
    func apply(to credential: FIDOCredential) throws(FIDOFailure) {
        var mask: Int32 = 0
        if inputs.prf, info.has("hmac-secret") { mask |= FIDO_EXT_HMAC_SECRET }
        if makesLargeBlobKey { mask |= FIDO_EXT_LARGEBLOB_KEY }
        if mask != 0 { try credential.set(extensions: mask) }
        if let policy = inputs.credentialProtectionPolicy, info.has("credProtect") {
            try credential.set(protection: policy)
        }
        if let blob = inputs.credBlob, info.has("credBlob") { try credential.set(blob: blob) }
        if inputs.minPinLength, info.has("minPinLength") { try credential.requestMinPINLength() }
    }

    /// - Parameter answered: the extensions in the authenticator data.
    func outputs(_ answered: CBORMap, largeBlobKey: [UInt8]?) -> RegistrationExtensionOutputs {
        RegistrationExtensionOutputs(
            prfEnabled: inputs.prf ? answered["hmac-secret"]?.boolValue ?? false : nil,
            credBlob: inputs.credBlob == nil ? nil : answered["credBlob"]?.boolValue ?? false,
            largeBlobSupported: inputs.largeBlob == nil ? nil : largeBlobKey != nil)
    }
}
