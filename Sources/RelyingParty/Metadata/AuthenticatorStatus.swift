/// The status of an authenticator model (FIDO Metadata Service 3.1 section 3.1.4, AuthenticatorStatus). Any text is a
/// value. Unknown ones pass, as the section requires.
public struct AuthenticatorStatus: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not to be trusted for any reason: a fraud or a back door.
    public static let revoked = AuthenticatorStatus(rawValue: "REVOKED")
    /// Others have an attestation key, with which they can pass off any key as this model's.
    public static let attestationKeyCompromise = AuthenticatorStatus(rawValue: "ATTESTATION_KEY_COMPROMISE")
    /// Users' keys can be forged, guessed or extracted remotely.
    public static let userKeyRemoteCompromise = AuthenticatorStatus(rawValue: "USER_KEY_REMOTE_COMPROMISE")
    /// The holder of the device can extract users' keys.
    public static let userKeyPhysicalCompromise = AuthenticatorStatus(rawValue: "USER_KEY_PHYSICAL_COMPROMISE")
    /// Malware can bypass the user verification.
    public static let userVerificationBypass = AuthenticatorStatus(rawValue: "USER_VERIFICATION_BYPASS")
    /// Newer firmware exists, meant to fix what was reported before.
    public static let updateAvailable = AuthenticatorStatus(rawValue: "UPDATE_AVAILABLE")

    /// The verdict that refuses a registration with such an authenticator; nil if it is accepted.
    /// - Parameter userVerification: true if the ceremony requires it.
    func code(userVerification: Bool) -> VerdictCode? {
        switch self {
        case .revoked: .authenticatorRevoked
        case .attestationKeyCompromise, .userKeyRemoteCompromise, .userKeyPhysicalCompromise:
            .authenticatorCompromised
        case .userVerificationBypass: userVerification ? .userVerificationBypassed : nil
        default: nil
        }
    }

    /// True if newer firmware can fix it. A revoked model stays revoked, and a model's leaked attestation key attests
    /// any version.
    var isMendable: Bool {
        [.userKeyRemoteCompromise, .userKeyPhysicalCompromise, .userVerificationBypass].contains(self)
    }

    /// True if the certificate of a report limits it to authenticators whose chain contains that certificate.
    var isOfCertificate: Bool {
        [.attestationKeyCompromise, .userKeyRemoteCompromise, .userKeyPhysicalCompromise].contains(self)
    }
}
