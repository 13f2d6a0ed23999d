import ToqueCrypto
import ToqueWebAuthn

/// What an attestation certificate does not keep of what section 8.2.1 asks of it.
public enum AttestationCertificateError: Error, Sendable, Hashable, CustomStringConvertible {
    case version(Int)
    case subject(String)
    /// The basic constraints do not say that it is no authority.
    case authority
    /// The extension with the AAGUID is critical, there twice or not an AAGUID.
    case malformedAAGUID
    /// It was issued to another model of authenticator.
    case otherAAGUID(AAGUID)

    public var description: String {
        switch self {
        case .version(let version): "the attestation certificate has version \(version), expected 3"
        case .subject(let rule): "the attestation certificate's subject: \(rule)"
        case .authority: "the attestation certificate has no basic constraints with CA:FALSE"
        case .malformedAAGUID:
            "the attestation certificate's AAGUID extension is critical, there more than once or not 16 bytes"
        case .otherAAGUID(let aaguid): "the attestation certificate is that of AAGUID \(aaguid)"
        }
    }
}

extension Certificate {
    /// id-fido-gen-ce-aaguid.
    static let aaguidExtension = "1.3.6.1.4.1.45724.1.1.4"
    /// What the subject's OU has to be.
    static let attestationUnit = "Authenticator Attestation"

    /// Checks the certificate requirements of packed attestation (section 8.2.1), and that the AAGUID that the
    /// certificate names, if any, is the authenticator's (section 8.2).
    public func checkPackedAttestation(aaguid: AAGUID) throws(AttestationCertificateError) {
        guard version == 3 else { throw .version(version) }
        try checkSubject()
        guard isAuthority == false else { throw .authority }
        if let named = try attestedAAGUID(), named != aaguid { throw .otherAAGUID(named) }
    }

    private func checkSubject() throws(AttestationCertificateError) {
        let subject = subject
        let countries = subject[.country]
        guard countries.count == 1, countries[0].utf8.count == 2, countries[0].allSatisfy(\.isLetter) else {
            throw .subject("expected one C, of two letters")
        }
        guard let organization = subject[.organization].first, !organization.isEmpty else {
            throw .subject("expected O")
        }
        guard subject[.organizationalUnit] == [Self.attestationUnit] else {
            throw .subject("expected OU to be \"\(Self.attestationUnit)\"")
        }
        guard let name = subject[.commonName].first, !name.isEmpty else { throw .subject("expected CN") }
    }

    private func attestedAAGUID() throws(AttestationCertificateError) -> AAGUID? {
        guard let found = try? extensions(Self.aaguidExtension), found.count <= 1 else { throw .malformedAAGUID }
        guard let found = found.first else { return nil }
        // An OCTET STRING of 16 bytes, which extnValue wraps into another one.
        guard !found.isCritical, found.value.starts(with: Self.aaguidPrefix),
            let aaguid = AAGUID(found.value.dropFirst(Self.aaguidPrefix.count))
        else { throw .malformedAAGUID }
        return aaguid
    }

    /// Tag and length of the inner OCTET STRING.
    static let aaguidPrefix: [UInt8] = [0x04, 0x10]
}
