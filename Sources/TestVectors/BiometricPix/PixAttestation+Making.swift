import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension PixAttestation {
    /// Who a TPM's certificate says that it is from: a manufacturer of the TCG's registry.
    private static let manufacturer = TPMVendor(rawValue: 0x4946_5800)

    /// An attestation as its format wants it.
    init(
        _ kind: Kind, of credentialKey: VectorKey, aaguid: AAGUID, authorities: PixAuthorities,
        _ values: inout DerivedValues
    ) throws {
        let key: VectorKey =
            switch kind {
            // The certificate of a host, which SafetyNet's was, has an RSA key.
            case .androidSafetyNet: try .first(of: "attestation", .rsa(bits: 2048), .rs256, &values)
            case .packed, .fidoU2F, .tpm, .compound: try .first(of: "attestation", .ec(.p256), .es256, &values)
            case .none, .packedSelf, .androidKey, .apple: credentialKey
            }
        self.init(
            kind: kind, credentialKey: credentialKey, key: key, certificate: nil, authority: authorities.root,
            authorities: authorities)
        guard kind.hasCertificate else { return }
        var certificate = try authorities.root.leaf(
            subject: PixSetting.name("Biometric Pix test vectors"),
            serialNumber: values.next("attestation_certificate_serial_number", count: 16), publicKey: key.publicKey)
        switch kind {
        case .packed: certificate.extensions.append(.aaguid(aaguid))
        case .tpm, .compound:
            // Section 8.3.1: the subject is empty, and the device stands in the alternative name.
            certificate.subject = DistinguishedName([])
            certificate.extensions += [
                try .extendedKeyUsage([Certificate.attestationIdentityKeyPurpose]), .aaguid(aaguid),
                try .tpmDevice(manufacturer: Self.manufacturer.attribute, model: "Example", version: "id:00010002"),
            ]
        case .androidSafetyNet:
            certificate.subject = PixSetting.name("attest.android.com")
            certificate.extensions.append(.safetyNetHost)
        case .none, .packedSelf, .fidoU2F, .androidKey, .apple: break
        }
        self.certificate = certificate
    }
}

extension CertificateExtension {
    /// `id-fido-gen-ce-aaguid` (section 8.2.1).
    static func aaguid(_ aaguid: AAGUID) -> CertificateExtension {
        CertificateExtension(
            identifier: AttestationExtension.aaguid.rawValue, value: DER.octetString(aaguid.bytes))
    }
}
