import CTAP
import ToqueCrypto
import ToqueWebAuthn

extension CTAPFace {
    /// USER_VERIFY_FINGERPRINT_INTERNAL of the FIDO registry.
    private static let fingerprintModality: UInt64 = 0x02

    /// authenticatorGetInfo (CTAP 2.3 section 6.4). Renewed only if its contents have changed, because platforms ask
    /// often.
    func getInfo() throws(CTAPStatus) -> CTAPResponse {
        let changeCount = engine.changeCount
        let cached = state.withLock { $0.info }
        if let cached, cached.changeCount == changeCount { return .getInfo(cached.info) }
        let encrypted = try answeringFaults { try EncryptedState(engine.storage, random: engine.random) }
        let info = try makeInfo(encrypted)
        // Encrypted members are encrypted anew for each response.
        if encrypted == nil { state.withLock { $0.info = CachedInfo(info: info, changeCount: changeCount) } }
        return .getInfo(info)
    }

    private func makeInfo(_ encrypted: EncryptedState?) throws(CTAPStatus) -> AuthenticatorGetInfo {
        let profile = engine.profile
        let settings = try settings()
        let verification = try userVerification()
        let count = try answeringFaults { try engine.storage.discoverableCount() }
        let attestationFormats = attestationFormats.filter { $0 != .none }.map(\.rawValue)
        return AuthenticatorGetInfo(
            versions: versions(settings), aaguid: profile.aaguid, extensions: extensions,
            options: options(settings, verification), maxMsgSize: maxMsgSize,
            pinUvAuthProtocols: [2, 1], maxCredentialCountInList: maxCredentialCountInList,
            maxCredentialIDLength: maxCredentialIDLength, transports: profile.transports,
            algorithms: engine.algorithms,
            maxSerializedLargeBlobArray: profile.largeBlobs == .array ? MessageLimits.maxLargeBlobArray : nil,
            forcePINChange: settings.forcePINChange,
            minPINLength: settings.minPINLength, maxCredBlobLength: MessageLimits.maxCredBlobLength,
            maxRPIDsForSetMinPINLength: AuthenticatorSettings.maxRPIDs,
            // A token by finger takes one try; the platform must retry itself.
            preferredPlatformUvAttempts: hasSensor ? 3 : nil, uvModality: hasSensor ? Self.fingerprintModality : nil,
            remainingDiscoverableCredentials: max(0, engine.capacity - count),
            // "none" is implied, and an empty list is not allowed.
            attestationFormats: attestationFormats.isEmpty ? nil : attestationFormats,
            uvCountSinceLastPinEntry: hasSensor ? settings.uvCountSinceLastPINEntry : nil,
            longTouchForReset: settings.longTouchForReset,
            encIdentifier: encrypted?.identifier, transportsForReset: profile.transports,
            pinComplexityPolicy: settings.pinComplexityPolicy,
            pinComplexityPolicyURL: pinComplexityPolicyURL.map { Array($0.utf8) }, maxPINLength: NewPIN.maxSize,
            encCredStoreState: encrypted?.credentialStoreState,
            authenticatorConfigCommands: configCommands.map(\.rawValue))
    }

    /// All except `compound`: a certificate in one of its statements is at the fifth level of a message, and CTAP
    /// allows four (section 8).
    var attestationFormats: [AttestationFormat] { engine.attestationFormats.filter { $0 != .compound } }

    /// FIDO_2_3's requirements are met: hmac-secret, credProtect, credential management and PIN/UV tokens of protocol 2
    /// (section 9). CTAP 2.2 has no version string.
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
        if hasSensor {
            for name in ["uv", "bioEnroll", "userVerificationMgmtPreview"] {
                options[name] = verification.isBuiltInConfigured
            }
            for name in ["uvBioEnroll", "uvAcfg"] { options[name] = true }
        }
        options["ep"] = engine.enterprise.map { _ in settings.enterpriseAttestation }
        return options
    }

    /// The maximum length of a credential ID of this profile.
    private var maxCredentialIDLength: Int {
        engine.profile.algorithms.compactMap(\.keyType).map(CredentialWrapper.idSize).max()
            ?? CredentialWrapper.minIDSize
    }

    /// Longer lists are refused.
    var maxCredentialCountInList: Int {
        MessageLimits.maxCredentialCount(idLength: maxCredentialIDLength, maxMsgSize: maxMsgSize)
    }
}

/// Data in authenticatorGetInfo only for holders of the persistent token: which device this is, and whether its
/// discoverable credentials have changed (encIdentifier and encCredStoreState). Observers learn neither, because each
/// response is encrypted anew.
private struct EncryptedState {
    /// An initialization vector and the encrypted identifier, 16 bytes each.
    let identifier: [UInt8]
    /// In the same form.
    let credentialStoreState: [UInt8]

    private static let keySize = 16

    /// - Returns: nil if nobody has the persistent token.
    init?(_ storage: any CredentialStorage, random: any RandomSource) throws {
        guard let token = try storage.persistentToken(random: random) else { return nil }
        func encrypt(_ name: StoredSecret, info: String) throws -> [UInt8] {
            let key = HKDF.derive(
                from: token, salt: [UInt8](repeating: 0, count: 32), info: Array(info.utf8), count: Self.keySize)
            let vector = random.bytes(AESCBC.blockSize)
            let plaintext = try storage.secret(name) { random.secret(AESCBC.blockSize) }
            return vector + (try AESCBC.encrypt(plaintext, key: key, initializationVector: vector))
        }
        identifier = try encrypt(.deviceIdentifier, info: "encIdentifier")
        credentialStoreState = try encrypt(.credentialStoreState, info: "encCredStoreState")
    }
}
