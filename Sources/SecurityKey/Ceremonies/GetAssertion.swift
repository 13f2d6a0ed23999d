import CLibFIDO2
import ToqueCBOR
import ToqueWebAuthn

extension KeyWorker {
    /// authenticatorGetAssertion (WebAuthn section 6.3.3) through libfido2. Of several discoverable credentials, the
    /// newest signs.
    /// - Parameter isSilent: true for no touch.
    func getAssertion(
        _ request: GetAssertionRequest, isSilent: Bool = false, on device: FIDODevice,
        _ interaction: any UserInteraction
    ) async throws(WebAuthnError) -> GetAssertionResponse {
        let info = try device.info()
        let ceremony = Ceremony(device: device, info: info, interaction: interaction)
        // Section 10.1.4: of hmac-secret's two secrets, prf uses that of verified users, whatever verification the
        // relying party requests.
        let evaluates = request.extensions.evaluatesPRF && info.has("hmac-secret") && info.canVerifyUser
        if request.requireUserVerification || evaluates || info.alwaysVerifiesUser && !isSilent {
            try await ceremony.requireUserVerification()
        }
        let writesLargeBlob = if case .write = request.extensions.largeBlob { info.hasLargeBlobs } else { false }
        if writesLargeBlob, info.hasPIN, !ceremony.usesBuiltInVerification { try await ceremony.requirePIN() }
        let (rpID, allowed) = try await allowed(request, ceremony)
        let extensions = GetAssertionExtensions(
            request.extensions, info: info, evaluatesPRF: evaluates,
            credentialID: allowed.count == 1 ? allowed.first : nil)
        var answer: FIDOAssertion?
        let touch = GesturePrompt(operation: .authenticate, rpID: request.rpID, verification: .none)
        try await ceremony.send(touch: isSilent ? nil : touch) { (device, builtIn, pin) throws(FIDOFailure) in
            let assertion = try FIDOAssertion(
                rpID: rpID, clientDataHash: request.clientDataHash, allowed: allowed)
            if isSilent { try assertion.setSilent() }
            try assertion.setUserVerification(builtIn)
            try extensions.apply(to: assertion)
            answer = assertion
            return fido_dev_get_assert(device, assertion.pointer, pin)
        }
        guard let answer, answer.count > 0, let data = answer.authenticatorData, let signature = answer.signature,
            let id = answer.credentialID ?? (allowed.count == 1 ? allowed.first : nil)
        else { throw FIDOStatus(code: FIDO_ERR_RX_INVALID_CBOR).error(of: device.name) }
        var outputs = extensions.outputs(answer, authenticatorData: data)
        if request.extensions.appID != nil { outputs.appID = rpID != request.rpID }
        await useLargeBlob(request.extensions.largeBlob, key: answer.largeBlobKey, ceremony, into: &outputs)
        return GetAssertionResponse(
            credentialID: id, authenticatorData: data, signature: signature, userHandle: answer.userHandle,
            extensions: outputs)
    }

    /// The allowed credentials for the request, with their RP ID or AppID: all of them, or the one found by a search if
    /// they exceed one message, if prf's inputs depend on the credential, or if they may belong to an AppID.
    private func allowed(
        _ request: GetAssertionRequest, _ ceremony: Ceremony
    ) async throws(WebAuthnError) -> (rpID: String, ids: [[UInt8]]) {
        guard !request.allowCredentials.isEmpty else { return (request.rpID, []) }
        let lists = CredentialLists(info: ceremony.info)
        let ids = lists.possible(request.allowCredentials)
        let dependsOnCredential = !request.extensions.prfEvaluationByCredential.isEmpty && ids.count > 1
        // Besides the RP ID: hash, hmac-secret's input, pinUvAuthParam, the keys' names and heads.
        if !ids.isEmpty, !dependsOnCredential, request.extensions.appID == nil,
            lists.fits(ids, besides: 480 + request.rpID.utf8.count)
        {
            return (request.rpID, ids)
        }
        for rpID in [request.rpID, request.extensions.appID].compactMap(\.self) {
            if let id = try await ceremony.find(ids, rpID: rpID) { return (rpID, [id]) }
        }
        throw FIDOStatus.noCredentials.error(of: ceremony.device.name)
    }

    /// Reads or writes the large blob of the credential that signed (WebAuthn section 10.1.5). A missing blob or a
    /// failed write is not an error: the signature matters.
    private func useLargeBlob(
        _ input: AuthenticationExtensionInputs.LargeBlob?, key: LargeBlobKey?, _ ceremony: Ceremony,
        into outputs: inout AuthenticationExtensionOutputs
    ) async {
        switch input {
        case nil: return
        case .read:
            guard let key else { return }
            outputs.largeBlob = try? await ceremony.largeBlobArray().blob(for: key.secret)
        case .write(let blob):
            outputs.largeBlobWritten = await write(blob, key, ceremony)
        }
    }

    private func write(_ blob: [UInt8], _ key: LargeBlobKey?, _ ceremony: Ceremony) async -> Bool {
        guard let key else { return false }
        do {
            try await ceremony.setLargeBlob(blob, for: key.secret)
            return true
        } catch {
            return false
        }
    }
}

extension AuthenticationExtensionInputs {
    fileprivate var evaluatesPRF: Bool { prfEvaluation != nil || !prfEvaluationByCredential.isEmpty }
}

/// The assertion extensions that libfido2 1.12 and the key support.
struct GetAssertionExtensions {
    private let inputs: AuthenticationExtensionInputs
    private let info: KeyInfo
    /// The salts of hmac-secret, one or two of 32 bytes.
    private let salt: [UInt8]?

    /// - Parameter credentialID: the only credential that can sign; nil if there are several.
    init(_ inputs: AuthenticationExtensionInputs, info: KeyInfo, evaluatesPRF: Bool, credentialID: [UInt8]?) {
        self.inputs = inputs
        self.info = info
        let values = credentialID.map { inputs.prfEvaluation(for: $0) } ?? inputs.prfEvaluation
        salt = evaluatesPRF ? values?.salts : nil
    }

    func apply(to assertion: FIDOAssertion) throws(FIDOFailure) {
        var mask: Int32 = 0
        if salt != nil { mask |= FIDO_EXT_HMAC_SECRET }
        if inputs.getCredBlob, info.has("credBlob") { mask |= FIDO_EXT_CRED_BLOB }
        if inputs.largeBlob != nil, info.hasLargeBlobs { mask |= FIDO_EXT_LARGEBLOB_KEY }
        if mask != 0 { try assertion.set(extensions: mask) }
        if let salt { try assertion.set(hmacSalt: salt) }
    }

    func outputs(_ answer: FIDOAssertion, authenticatorData: [UInt8]) -> AuthenticationExtensionOutputs {
        let answered = (try? AuthenticatorData(decoding: authenticatorData))?.extensions
        return AuthenticationExtensionOutputs(
            prfResults: salt == nil ? nil : answer.hmacSecret.flatMap(Self.results),
            credBlob: inputs.getCredBlob ? answered?["credBlob"]?.bytesValue : nil)
    }

    private static func results(_ secret: [UInt8]) -> PRFValues? {
        switch secret.count {
        case 32: PRFValues(first: secret)
        case 64: PRFValues(first: Array(secret[..<32]), second: Array(secret[32...]))
        default: nil
        }
    }
}
