/// What authenticatorGetInfo tells of a fingerprint sensor (CTAP 2.1 section 6.4).
struct SensorInfo {
    let options: [String: Bool]
    /// A token by finger asks once; the platform is to try again itself.
    let preferredPlatformUvAttempts = 3
    /// USER_VERIFY_FINGERPRINT_INTERNAL of the FIDO registry.
    let uvModality: UInt64 = 0x02

    init(_ verification: UserVerification) {
        let isConfigured = verification.isBuiltInConfigured
        options = [
            "uv": isConfigured, "bioEnroll": isConfigured, "userVerificationMgmtPreview": isConfigured,
            "uvBioEnroll": true, "uvAcfg": true,
        ]
    }
}
