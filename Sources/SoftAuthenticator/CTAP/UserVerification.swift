import CTAP

/// How the authenticator can verify its user now.
struct UserVerification {
    let isPINSet: Bool
    /// There is a sensor, and fingers are enrolled (`uv` of authenticatorGetInfo).
    let isBuiltInConfigured: Bool

    /// "Protected by some form of user verification" (CTAP 2.1 section 6.1.2).
    var isProtected: Bool { isPINSet || isBuiltInConfigured }
}

extension CTAPFace {
    /// Whether there is a fingerprint sensor, enrolled fingers or not.
    var hasSensor: Bool { engine.profile.hasFingerprintSensor }

    func userVerification() throws(CTAPStatus) -> UserVerification {
        try answeringFaults {
            UserVerification(
                isPINSet: try engine.storage.pinState() != nil,
                isBuiltInConfigured: try hasSensor && !engine.storage.fingerprints().isEmpty)
        }
    }

    func settings() throws(CTAPStatus) -> AuthenticatorSettings {
        try answeringFaults { try engine.storage.settings() }
    }
}
