import ToqueCrypto
import ToqueWebAuthn

/// How an attestation certificate breaks its format's rules (sections 8.2.1, 8.2.2, 8.4.1, 8.8).
public enum AttestationCertificateError: Error, Sendable, Hashable, CustomStringConvertible {
    case version(Int)
    case subject(String)
    /// The basic constraints do not deny that it is an authority.
    case authority
    /// The key usage does not permit signatures.
    case keyUsage
    /// A required extension is missing; its name.
    case missingExtension(String)
    /// An extension is critical, repeated or malformed; its name and the fault.
    case malformedExtension(String, String)
    /// It names one device, which only enterprise attestation may do.
    case serialNumber
    /// It was issued to another authenticator model.
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
    /// The required OU of the subject.
    static let attestationUnit = "Authenticator Attestation"

    /// True unless the certificate has a key usage without signatures (RFC 5280 section 4.2.1.3).
    public func checkSigning() throws(AttestationCertificateError) {
        guard keyUsage?.contains(.digitalSignature) != false else { throw .keyUsage }
    }

    /// Checks the certificate requirements of packed attestation (sections 8.2.1 and 8.2.2).
    /// - Parameter isEnterprise: true if enterprise attestation was requested: only then may the certificate name the
    ///   device.
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

    /// The string types in the notes of section 8.2.1 are not checked: the name is the same in any type (RFC 5280
    /// section 7.1).
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

    /// The AAGUID in the certificate (section 8.2.1); nil if it has none.
    public func aaguid() throws(AttestationCertificateError) -> AAGUID? {
        // An OCTET STRING of 16 bytes, wrapped in extnValue's own OCTET STRING.
        let bytes = try read(.aaguid) { (reader) throws(DERError) in try reader.octetString() }
        guard let bytes else { return nil }
        guard let named = AAGUID(bytes) else {
            throw .malformedExtension(AttestationExtension.aaguid.name, "has \(bytes.count) bytes, expected 16")
        }
        return named
    }

    /// Checks that any AAGUID in the certificate is the authenticator's (sections 8.2 and 8.3).
    public func checkAAGUID(_ aaguid: AAGUID) throws(AttestationCertificateError) {
        guard let named = try self.aaguid(), named != aaguid else { return }
        throw .otherAAGUID(named)
    }
}
