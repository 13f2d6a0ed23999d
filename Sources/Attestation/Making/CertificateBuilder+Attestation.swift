import ToqueCrypto
import ToqueWebAuthn

extension CertificateBuilder {
    /// The same certificate with what a format asks of an attestation certificate beyond what they all have.
    /// - Parameter aaguid: the model of authenticator that it is issued to.
    public func attesting(
        _ format: AttestationFormat, aaguid: AAGUID
    ) throws(CryptoError) -> CertificateBuilder {
        var certificate = self
        switch format {
        case .packed: certificate.extensions.append(.aaguid(aaguid))
        case .tpm:
            // Section 8.3.1: the subject is empty, and the device stands in the alternative name.
            certificate.subject = DistinguishedName([])
            certificate.extensions += [
                try .extendedKeyUsage([Certificate.attestationIdentityKeyPurpose]), .aaguid(aaguid),
                try .tpmDevice(
                    manufacturer: TPMVendor.infineon.attribute, model: "Example", version: "id:00010002"),
            ]
        case .androidSafetyNet: certificate.extensions.append(.safetyNetHost)
        default: break
        }
        return certificate
    }
}

extension CertificateExtension {
    /// `id-fido-gen-ce-aaguid` (section 8.2.1).
    public static func aaguid(_ aaguid: AAGUID) -> CertificateExtension {
        CertificateExtension(
            identifier: AttestationExtension.aaguid.rawValue, value: DER.octetString(aaguid.bytes))
    }
}
