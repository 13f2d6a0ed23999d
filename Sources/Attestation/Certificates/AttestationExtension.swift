import ToqueCrypto
import ToqueWebAuthn

/// A certificate extension that attestation formats define.
package struct AttestationExtension: Sendable {
    /// The object identifier.
    package let identifier: String
    /// Its name for people.
    let name: String

    init(_ identifier: String, _ name: String) {
        self.identifier = identifier
        self.name = name
    }

    /// `id-fido-gen-ce-aaguid` (section 8.2.1): the authenticator model to which the certificate was issued.
    package static let aaguid = AttestationExtension("1.3.6.1.4.1.45724.1.1.4", "AAGUID")
    /// `id-fido-gen-ce-sernum` (section 8.2.2): the device to which the certificate was issued.
    package static let serialNumber = AttestationExtension("1.3.6.1.4.1.45724.1.1.2", "enterprise serial number")
    /// `id-fido-gen-ce-fw-version` (section 8.2.1): a number that grows with each release of the firmware.
    static let firmwareVersion = AttestationExtension("1.3.6.1.4.1.45724.1.1.5", "firmware version")
    /// KeyDescription of Android's keystore (section 8.4.1).
    static let androidKeyDescription = AttestationExtension("1.3.6.1.4.1.11129.2.1.17", "Android key description")
}

extension CertificateExtension {
    /// `id-fido-gen-ce-aaguid`.
    public static func aaguid(_ aaguid: AAGUID) -> CertificateExtension {
        CertificateExtension(
            identifier: AttestationExtension.aaguid.identifier, value: DER.octetString(aaguid.bytes))
    }
}

extension Certificate {
    /// The content of the extension's extnValue; nil if the certificate does not have the extension.
    /// - Throws: `malformedExtension` if the extension is repeated or critical: sections 8.2.1 and 8.2.2 forbid both,
    ///   and path validation would not understand it.
    func value(of identifier: AttestationExtension) throws(AttestationCertificateError) -> [UInt8]? {
        guard let found = try? extensions(identifier.identifier), found.count <= 1 else {
            throw .malformedExtension(identifier.name, "is there more than once")
        }
        guard found.first?.isCritical != true else { throw .malformedExtension(identifier.name, "is critical") }
        return found.first?.value
    }

    /// Reads an extension's value from DER; nil if the certificate does not have it.
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
