/// What is known of an authenticator model (FIDO Metadata Service 3.1 section 3.1.4, AuthenticatorStatus). Any text is
/// a value, and the ones that this library does not judge by pass, as the section asks.
public struct AuthenticatorStatus: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not to be trusted for any reason: a fraud or a back door.
    public static let revoked = AuthenticatorStatus(rawValue: "REVOKED")
    /// An attestation key is known to others, who can pass any key off as this model's.
    public static let attestationKeyCompromise = AuthenticatorStatus(rawValue: "ATTESTATION_KEY_COMPROMISE")
    /// Users' keys can be forged, guessed or extracted from afar.
    public static let userKeyRemoteCompromise = AuthenticatorStatus(rawValue: "USER_KEY_REMOTE_COMPROMISE")
    /// Users' keys can be extracted by who holds the device.
    public static let userKeyPhysicalCompromise = AuthenticatorStatus(rawValue: "USER_KEY_PHYSICAL_COMPROMISE")
    /// Malware can get by the user verification.
    public static let userVerificationBypass = AuthenticatorStatus(rawValue: "USER_VERIFICATION_BYPASS")
    /// There is newer firmware, meant to fix what was reported before.
    public static let updateAvailable = AuthenticatorStatus(rawValue: "UPDATE_AVAILABLE")

    /// How a registration of such an authenticator is refused; nil where it is not.
    /// - Parameter userVerification: whether the ceremony requires it.
    func code(userVerification: Bool) -> VerdictCode? {
        switch self {
        case .revoked: .authenticatorRevoked
        case .attestationKeyCompromise, .userKeyRemoteCompromise, .userKeyPhysicalCompromise:
            .authenticatorCompromised
        case .userVerificationBypass: userVerification ? .userVerificationBypassed : nil
        default: nil
        }
    }

    /// Whether newer firmware can fix it. A revoked model stays revoked, and who has the attestation key of a model
    /// attests any version.
    var isMendable: Bool {
        [.userKeyRemoteCompromise, .userKeyPhysicalCompromise, .userVerificationBypass].contains(self)
    }

    /// Whether the certificate of a report narrows it down to those authenticators whose chain has it.
    var isOfCertificate: Bool {
        [.attestationKeyCompromise, .userKeyRemoteCompromise, .userKeyPhysicalCompromise].contains(self)
    }
}
