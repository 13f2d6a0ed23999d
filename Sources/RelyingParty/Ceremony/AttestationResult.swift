import ToqueWebAuthn

/// The attestation statement's information about the authenticator.
public struct AttestationResult: Sendable, Hashable {
    public let format: AttestationFormat
    /// For a compound statement, the type of its first part with certificates; without any, self attestation takes
    /// precedence over none.
    public let type: AttestationType
    public let aaguid: AAGUID
    /// True if the statement's certificates, in all parts of a compound one, lead to a configured trust anchor. Always
    /// false without certificates: the AAGUID is then merely a claim.
    public let trusted: Bool
}

/// The attestation types of section 6.5.4.
public enum AttestationType: String, Sendable, Hashable, CaseIterable {
    case none
    /// Signed with the credential's own key.
    case `self`
    /// Signed with a model's attestation key: basic attestation. This includes packed statements of an attestation CA,
    /// because a statement does not distinguish them.
    case basic
    /// Signed with an attestation identity key that an attestation CA certified: a TPM's.
    case attca
    /// Certified by an anonymization CA: Apple's.
    case anonca
}
