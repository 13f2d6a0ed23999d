import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension Verification {
    /// Reads the authenticator data. It must be complete, with nothing after it.
    mutating func parseAuthenticatorData(_ bytes: [UInt8]) throws(VerificationFailure) -> AuthenticatorData {
        try parse(.authenticatorData, .malformedAuthenticatorData) {
            guard bytes.count <= ResponseLimits.authenticatorData else {
                throw AuthenticatorDataError(
                    "\(bytes.count) bytes, at most \(ResponseLimits.authenticatorData) are read")
            }
            return try AuthenticatorData(decoding: bytes)
        }
    }

    /// Steps 14 to 17 of section 7.1, steps 15 to 18 of section 7.2. Flags reserved for future use (section 6.1) are
    /// ignored.
    /// - Parameters:
    ///   - scope: the RP ID, or the AppID in its place.
    ///   - isConditional: true if the ceremony does not need the user's presence.
    mutating func verifyAuthenticatorData(
        _ data: AuthenticatorData, scope: String, isConditional: Bool = false,
        userVerification: UserVerificationRequirement
    ) throws(VerificationFailure) {
        // 14 (15). rpIdHash
        try check(
            .rpIDHash, data.rpIDHash == Digest.sha256(scope), .rpIDHashMismatch,
            "the RP ID hash is not the SHA-256 of \(scope.quoted)")
        // 15 (16). UP
        if policy.userPresence == .required, !isConditional {
            try check(.userPresence, data.flags.contains(.userPresent), .userNotPresent, "UP is not set")
        }
        // 16 (17). UV, if required.
        if isUserVerificationRequired(userVerification) {
            try check(
                .userVerification, data.flags.contains(.userVerified), .userNotVerified,
                "user verification is required, and UV is not set")
        }
        // 17 (18). BS requires BE.
        try check(
            .backupFlags, data.flags.contains(.backupEligible) || !data.flags.contains(.backupState),
            .invalidBackupFlags, "BS is set without BE", reaction: policy.backupFlags)
    }

    /// The policy takes precedence over the options.
    func isUserVerificationRequired(_ options: UserVerificationRequirement) -> Bool {
        (policy.userVerification ?? options) == .required
    }
}
