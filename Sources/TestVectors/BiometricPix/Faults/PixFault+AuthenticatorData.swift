import RelyingParty
import ToqueCBOR
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension PixFault {
    /// Faults of the authenticator data, for both kinds of ceremony: steps 14 to 17 of section 7.1, 15 to 18 of section
    /// 7.2, and the extensions.
    static var ofAuthenticatorData: [PixFault] {
        [
            PixFault("data-cut-short", .malformedAuthenticatorData, "the authenticator data are cut short") {
                $0.edits.authenticatorData = { $0.removeLast($0.count - 36) }
            },
            PixFault("data-trailing", .malformedAuthenticatorData, "a byte follows that no flag announces") {
                $0.edits.authenticatorData = { $0.append(0) }
            },
            PixFault("data-without-extensions", .malformedAuthenticatorData, "ED is set, and no extensions follow") {
                $0.edits.authenticatorData = { $0[32] |= AuthenticatorData.Flags.extensionData.rawValue }
            },
            PixFault(
                "data-extensions-not-canonical", .malformedAuthenticatorData, "the extensions are not canonical CBOR"
            ) {
                $0.edits.authenticatorData = {
                    $0[32] |= AuthenticatorData.Flags.extensionData.rawValue
                    // An empty map whose length has a byte of its own.
                    $0 += [0xB8, 0x00]
                }
            },
            PixFault("other-rp-id", .rpIDHashMismatch, "the authenticator signed for another RP ID") {
                $0.authenticatorData.rpIDHash = Digest.sha256("example.org")
            },
            PixFault(
                "user-not-present", .userNotPresent, "UP is not set", unless: { $0.userPresence = .optional }
            ) { $0.authenticatorData.flags.remove(.userPresent) },
            PixFault(
                "user-not-verified", .userNotVerified, "UV is not set",
                where: { $0.authenticatorData.flags.contains(.userVerified) },
                unless: { $0.userVerification = .discouraged }
            ) { $0.authenticatorData.flags.remove(.userVerified) },
            PixFault(
                "backed-up-but-not-eligible", .invalidBackupFlags, "BS is set without BE",
                where: { !$0.authenticatorData.flags.contains(.backupEligible) },
                unless: { $0.backupFlags = .report }
            ) { $0.authenticatorData.flags.insert(.backupState) },
            PixFault(
                "extension-not-requested", .extensionNotRequested, "credProtect was not asked for",
                unless: { $0.unsolicitedExtensions = .report }
            ) {
                $0.policy.unsolicitedExtensions = .reject
                $0.authenticatorData.extensions = CBORMap([("credProtect", 2)])
            },
            PixFault(
                "client-extension-not-requested", .extensionNotRequested, "credProps was not asked for",
                unless: { $0.unsolicitedExtensions = .report }
            ) {
                $0.policy.unsolicitedExtensions = .reject
                $0.clientExtensionResults["credProps"] = ["rk": true]
            },
        ]
    }
}
