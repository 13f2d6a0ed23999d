import ToqueCrypto
import ToqueWebAuthn

extension Verification {
    /// Reads the authenticator data; nothing may be missing and nothing may follow.
    mutating func parseAuthenticatorData(_ bytes: [UInt8]) throws(VerificationFailure) -> AuthenticatorData {
        try parse(.authenticatorData, .malformedAuthenticatorData) { try AuthenticatorData(decoding: bytes) }
    }

    /// Steps 14 to 17 of section 7.1, steps 15 to 18 of section 7.2.
    mutating func verifyAuthenticatorData(
        _ data: AuthenticatorData, rpID: String, userVerification: UserVerificationRequirement
    ) throws(VerificationFailure) {
        // 14 (15). rpIdHash
        try check(
            .rpIDHash, data.rpIDHash == Digest.sha256(rpID), .rpIDHashMismatch,
            "the RP ID hash is not the SHA-256 of \"\(rpID)\"")
        // 15 (16). UP
        if policy.userPresence == .required {
            try check(.userPresence, data.flags.contains(.userPresent), .userNotPresent, "UP is not set")
        }
        // 16 (17). UV, where it is required.
        if (policy.userVerification ?? userVerification) == .required {
            try check(
                .userVerification, data.flags.contains(.userVerified), .userNotVerified,
                "user verification is required, and UV is not set")
        }
        // 17 (18). Without BE no BS.
        try check(
            .backupFlags, data.flags.contains(.backupEligible) || !data.flags.contains(.backupState),
            .invalidBackupFlags, "BS is set without BE")
    }
}
