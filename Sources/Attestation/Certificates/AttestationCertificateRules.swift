import ToqueCrypto
import ToqueWebAuthn

/// What an attestation certificate does not keep of what its format asks of it (sections 8.2.1, 8.2.2, 8.4.1, 8.8).
public enum AttestationCertificateError: Error, Sendable, Hashable, CustomStringConvertible {
    case version(Int)
    case subject(String)
    /// The basic constraints do not say that it is no authority.
    case authority
    /// The key usage does not let its key sign.
    case keyUsage
    /// An extension that the format cannot do without; its name.
    case missingExtension(String)
    /// An extension that is critical, there twice or of another form; its name and what is wrong with it.
    case malformedExtension(String, String)
    /// It names one device, which only enterprise attestation may.
    case serialNumber
    /// It was issued to another model of authenticator.
    case otherAAGUID(AAGUID)

    public var description: String {
        switch self {
        case .version(let version): "the attestation certificate has version \(version), expected 3"
        case .subject(let rule): "the attestation certificate's subject: \(rule)"
        case .authority: "the attestation certificate has no basic constraints with CA:FALSE"
        case .keyUsage: "the attestation certificate's key usage lacks digitalSignature"
        case .missingExtension(let name): "the attestation certificate has no extension with the \(name)"
        case .malformedExtension(let name, let reason):
            "the attestation certificate's extension with the \(name) \(reason)"
        case .serialNumber:
            "the attestation certificate has a device's serial number, and no enterprise attestation was asked for"
        case .otherAAGUID(let aaguid): "the attestation certificate is that of AAGUID \(aaguid)"
        }
    }
}

extension Certificate {
    /// What the subject's OU has to be.
    static let attestationUnit = "Authenticator Attestation"

    /// A certificate that restricts what its key is for lets it sign (RFC 5280 section 4.2.1.3).
    public func checkSigning() throws(AttestationCertificateError) {
        guard keyUsage?.contains(.digitalSignature) != false else { throw .keyUsage }
    }

    /// Checks the certificate requirements of packed attestation (sections 8.2.1 and 8.2.2).
    /// - Parameter isEnterprise: whether enterprise attestation was asked for, where it alone may name the device.
    public func checkPackedAttestation(isEnterprise: Bool) throws(AttestationCertificateError) {
        guard version == 3 else { throw .version(version) }
        try checkSubject()
        guard isAuthority == false else { throw .authority }
        let firmware = try read(.firmwareVersion) { (reader) throws(DERError) in try reader.integerBytes() }
        guard firmware?.first.map({ $0 < 0x80 }) != false else {
            throw .malformedExtension(AttestationExtension.firmwareVersion.name, "is negative")
        }
        let serialNumber = try read(.serialNumber) { (reader) throws(DERError) in try reader.octetString() }
        guard serialNumber == nil || isEnterprise else { throw .serialNumber }
    }

    /// The types of string that section 8.2.1 notes are left alone: in any type it is the same name (RFC 5280 section
    /// 7.1).
    private func checkSubject() throws(AttestationCertificateError) {
        let subject = subject
        let countries = subject[.country]
        guard countries.count == 1, countries[0].utf8.count == 2,
            countries[0].allSatisfy({ $0.isASCII && $0.isLetter })
        else { throw .subject("expected one C, of two letters") }
        guard let organization = subject[.organization].first, !organization.isEmpty else {
            throw .subject("expected O")
        }
        guard subject[.organizationalUnit] == [Self.attestationUnit] else {
            throw .subject("expected OU to be \"\(Self.attestationUnit)\"")
        }
        guard let name = subject[.commonName].first, !name.isEmpty else { throw .subject("expected CN") }
    }

    /// The AAGUID that the certificate names (section 8.2.1); nil where it names none.
    public func aaguid() throws(AttestationCertificateError) -> AAGUID? {
        // An OCTET STRING of 16 bytes, which extnValue wraps into another one.
        let bytes = try read(.aaguid) { (reader) throws(DERError) in try reader.octetString() }
        guard let bytes else { return nil }
        guard let named = AAGUID(bytes) else {
            throw .malformedExtension(AttestationExtension.aaguid.name, "has \(bytes.count) bytes, expected 16")
        }
        return named
    }

    /// The AAGUID that the certificate names, if any, is the authenticator's (sections 8.2 and 8.3).
    public func checkAAGUID(_ aaguid: AAGUID) throws(AttestationCertificateError) {
        guard let named = try self.aaguid(), named != aaguid else { return }
        throw .otherAAGUID(named)
    }
}
