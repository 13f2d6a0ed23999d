import CTAP
import ToqueWebAuthn

extension CTAPFace {
    /// authenticatorGetInfo (CTAP 2.1 section 6.4). Made anew only when something of it has changed, for platforms ask
    /// often.
    func getInfo() throws(CTAPStatus) -> AuthenticatorGetInfo {
        let changeCount = engine.changeCount
        let cached = state.withLock { $0.info }
        if let cached, cached.changeCount == changeCount { return cached.info }
        let encrypted = try answeringFaults { try EncryptedState(engine.storage, random: engine.random) }
        let info = try makeInfo(encrypted)
        // What is encrypted is encrypted anew for each answer.
        if encrypted == nil { state.withLock { $0.info = CachedInfo(info: info, changeCount: changeCount) } }
        return info
    }

    private func makeInfo(_ encrypted: EncryptedState?) throws(CTAPStatus) -> AuthenticatorGetInfo {
        let profile = engine.profile
        let settings = try settings()
        let verification = try userVerification()
        let sensor = hasSensor ? SensorInfo(verification) : nil
        let count = try answeringFaults { try engine.storage.discoverableCount() }
        let attestationFormats = attestationFormats.filter { $0 != .none }.map(\.rawValue)
        return AuthenticatorGetInfo(
            versions: versions(settings), aaguid: profile.aaguid, extensions: extensions,
            options: options(settings, verification).merging(sensor?.options ?? [:]) { $1 }, maxMsgSize: maxMsgSize,
            pinUvAuthProtocols: [2, 1], maxCredentialCountInList: maxCredentialCountInList,
            maxCredentialIDLength: maxCredentialIDLength, transports: profile.transports,
            algorithms: engine.algorithms,
            maxSerializedLargeBlobArray: profile.largeBlobs == .array ? MessageLimits.maxLargeBlobArray : nil,
            forcePINChange: settings.forcePINChange,
            minPINLength: settings.minPINLength, maxCredBlobLength: MessageLimits.maxCredBlobLength,
            maxRPIDsForSetMinPINLength: AuthenticatorSettings.maxRPIDs,
            preferredPlatformUvAttempts: sensor?.preferredPlatformUvAttempts, uvModality: sensor?.uvModality,
            remainingDiscoverableCredentials: max(0, engine.capacity - count),
            // "none" goes without saying, and an empty list is not to be.
            attestationFormats: attestationFormats.isEmpty ? nil : attestationFormats,
            uvCountSinceLastPinEntry: hasSensor ? settings.uvCountSinceLastPINEntry : nil,
            longTouchForReset: settings.longTouchForReset,
            encIdentifier: encrypted?.identifier, transportsForReset: profile.transports,
            pinComplexityPolicy: settings.pinComplexityPolicy,
            pinComplexityPolicyURL: pinComplexityPolicyURL.map { Array($0.utf8) }, maxPINLength: NewPIN.maxSize,
            encCredStoreState: encrypted?.credentialStoreState,
            authenticatorConfigCommands: configCommands.map(\.rawValue))
    }

    /// All but `compound`: a certificate in one of its statements is at the fifth level of a message, and CTAP allows four
    /// (CTAP 2.1 section 8).
    var attestationFormats: [AttestationFormat] { engine.attestationFormats.filter { $0 != .compound } }

    /// What FIDO_2_3 asks for is there: hmac-secret, credProtect, credential management and PIN/UV tokens of protocol 2
    /// (CTAP 2.3 section 9). CTAP 2.2 has no version of its own.
    private func versions(_ settings: AuthenticatorSettings) -> [String] {
        (offersU2F(settings) ? [U2FResponse.versionName] : []) + ["FIDO_2_0", "FIDO_2_1_PRE", "FIDO_2_1", "FIDO_2_3"]
    }

    private var extensions: [String] {
        [
            "credBlob", "credProtect", "hmac-secret", "hmac-secret-mc", engine.profile.largeBlobs.extensionName,
            "minPinLength", "pinComplexityPolicy", "thirdPartyPayment",
        ]
    }

    private func options(_ settings: AuthenticatorSettings, _ verification: UserVerification) -> [String: Bool] {
        var options = [
            "plat": engine.profile.attachment == .platform, "rk": true, "up": true,
            "clientPin": verification.isPINSet, "pinUvAuthToken": true, "authnrCfg": true,
            "credMgmt": true, "credentialMgmtPreview": true, "perCredMgmtRO": true, "setMinPINLength": true,
            "alwaysUv": settings.alwaysUv, "makeCredUvNotRqd": !settings.alwaysUv,
        ]
        if engine.profile.largeBlobs == .array { options["largeBlobs"] = true }
        options["ep"] = engine.enterprise.map { _ in settings.enterpriseAttestation }
        return options
    }

    /// The longest ID that a credential of this profile has.
    private var maxCredentialIDLength: Int {
        engine.profile.algorithms.compactMap(\.keyType).map(CredentialWrapper.idSize).max()
            ?? CredentialWrapper.minIDSize
    }

    /// Longer lists are refused.
    var maxCredentialCountInList: Int {
        MessageLimits.maxCredentialCount(idLength: maxCredentialIDLength, maxMsgSize: maxMsgSize)
    }
}
