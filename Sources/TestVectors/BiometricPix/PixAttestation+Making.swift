import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

extension PixAttestation {
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
        if kind == .androidSafetyNet { certificate.subject = PixSetting.name(CertificateBuilder.safetyNetHost) }
        self.certificate = try certificate.attesting(kind.certificateFormat, aaguid: aaguid)
    }
}

extension PixAttestation.Kind {
    /// The format whose certificate it has.
    fileprivate var certificateFormat: AttestationFormat {
        switch self {
        case .none: .none
        case .packed, .packedSelf: .packed
        case .fidoU2F: .fidoU2F
        case .androidKey: .androidKey
        case .androidSafetyNet: .androidSafetyNet
        case .apple: .apple
        // Its part with a certificate is the TPM's.
        case .tpm, .compound: .tpm
        }
    }
}
