import CTAP
import ToqueWebAuthn

extension CTAPFace {
    /// authenticatorGetInfo (CTAP 2.1 section 6.4). Made anew only when something of it has changed, for platforms ask
    /// often.
    func getInfo() throws(CTAPStatus) -> AuthenticatorGetInfo {
        let changeCount = engine.changeCount
        let cached = state.withLock { $0.info }
        if let cached, cached.changeCount == changeCount { return cached.info }
        let info = try makeInfo()
        state.withLock { $0.info = CachedInfo(info: info, changeCount: changeCount) }
        return info
    }

    private func makeInfo() throws(CTAPStatus) -> AuthenticatorGetInfo {
        let profile = engine.profile
        let settings = try settings()
        let verification = try userVerification()
        let count = try answeringFaults { try engine.storage.discoverableCount() }
        return AuthenticatorGetInfo(
            versions: ["FIDO_2_0", "FIDO_2_1_PRE", "FIDO_2_1"], aaguid: profile.aaguid,
            extensions: ["credProtect", "hmac-secret", "hmac-secret-mc", "thirdPartyPayment"],
            options: [
                "plat": profile.attachment == .platform, "rk": true, "up": true, "clientPin": verification.isPINSet,
                "pinUvAuthToken": true, "credMgmt": true, "credentialMgmtPreview": true, "makeCredUvNotRqd": true,
            ],
            maxMsgSize: maxMsgSize, pinUvAuthProtocols: [2, 1], maxCredentialCountInList: maxCredentialCountInList,
            maxCredentialIDLength: maxCredentialIDLength, transports: profile.transports,
            algorithms: profile.algorithms, minPINLength: settings.minPINLength,
            remainingDiscoverableCredentials: max(0, engine.capacity - count))
    }

    /// The longest ID that a credential of this profile has.
    private var maxCredentialIDLength: Int {
        engine.profile.algorithms.compactMap(\.keyType).map(CredentialWrapper.idSize).max()
            ?? CredentialWrapper.minIDSize
    }

    /// Longer lists are refused.
    var maxCredentialCountInList: Int { MessageLimits.maxCredentialCount(idLength: maxCredentialIDLength) }
}
