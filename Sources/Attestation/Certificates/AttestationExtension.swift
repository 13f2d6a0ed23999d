import ToqueCrypto

/// The certificate extensions that attestation formats define, by their object identifiers.
package enum AttestationExtension: String {
    /// `id-fido-gen-ce-aaguid` (section 8.2.1): the model of authenticator that the certificate was issued to.
    case aaguid = "1.3.6.1.4.1.45724.1.1.4"
    /// `id-fido-gen-ce-sernum` (section 8.2.2): the one device that the certificate was issued to.
    case serialNumber = "1.3.6.1.4.1.45724.1.1.2"
    /// `id-fido-gen-ce-fw-version` (section 8.2.1): a number that grows with each release of the firmware.
    case firmwareVersion = "1.3.6.1.4.1.45724.1.1.5"
    /// KeyDescription of Android's keystore (section 8.4.1).
    case androidKeyDescription = "1.3.6.1.4.1.11129.2.1.17"
    /// The nonce of Apple's anonymous attestation (section 8.8).
    case appleNonce = "1.2.840.113635.100.8.2"

    /// What people know it by.
    var name: String {
        switch self {
        case .aaguid: "AAGUID"
        case .serialNumber: "enterprise serial number"
        case .firmwareVersion: "firmware version"
        case .androidKeyDescription: "Android key description"
        case .appleNonce: "Apple nonce"
        }
    }
}

extension Certificate {
    /// What an extension's extnValue holds; nil where the certificate does not have it.
    /// - Throws: `malformedExtension` where it is there twice or critical, which sections 8.2.1 and 8.2.2 forbid and
    ///   path validation would not understand.
    func value(of identifier: AttestationExtension) throws(AttestationCertificateError) -> [UInt8]? {
        guard let found = try? extensions(identifier.rawValue), found.count <= 1 else {
            throw .malformedExtension(identifier.name, "is there more than once")
        }
        guard found.first?.isCritical != true else { throw .malformedExtension(identifier.name, "is critical") }
        return found.first?.value
    }

    /// Reads an extension's value from DER; nil where the certificate does not have it.
    func read<Value>(
        _ identifier: AttestationExtension, _ body: (inout DERReader) throws(DERError) -> Value
    ) throws(AttestationCertificateError) -> Value? {
        guard let bytes = try value(of: identifier) else { return nil }
        do throws(DERError) {
            var reader = DERReader(bytes)
            let value = try body(&reader)
            try reader.expectEnd()
            return value
        } catch {
            throw .malformedExtension(identifier.name, "cannot be read: \(error)")
        }
    }
}
