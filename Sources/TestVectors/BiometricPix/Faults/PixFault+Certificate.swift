import Attestation
import RelyingParty
import ToqueCrypto
import ToqueWebAuthn

extension PixFault<PixRegistration> {
    /// Faults of attestation certificates: the rules of sections 8.2.1, 8.2.2, 8.3.1, 8.4, 8.5 and 8.8.
    static var ofCertificate: [PixFault] {
        [
            ofCertificate("certificate-key-usage", "the certificate's key may sign certificates alone", of: certified) {
                $0.replace(.keyUsage(.keyCertSign))
            },
            ofCertificate("certificate-version", "the certificate has version 1", of: [.packed, .tpm, .compound]) {
                $0.version = 1
                $0.extensions = []
            },
            ofCertificate(
                "certificate-of-authority", "the certificate is an authority's", of: [.packed, .tpm, .compound]
            ) { $0.replace(.basicConstraints(isAuthority: true)) },
            ofCertificate("certificate-other-unit", "the certificate's subject has another OU", of: [.packed]) {
                $0.subject = PixSetting.name("Biometric Pix test vectors", unit: "Example")
            },
            ofCertificate("certificate-critical-aaguid", "the AAGUID extension is critical", of: [.packed]) {
                $0.change(AttestationExtension.aaguid.identifier) { $0.isCritical = true }
            },
            ofCertificate(
                "certificate-of-one-device", "the certificate names one device, without enterprise attestation",
                of: [.packed]
            ) {
                $0.extensions.append(
                    CertificateExtension(
                        identifier: AttestationExtension.serialNumber.identifier, value: DER.octetString([1, 2, 3, 4])))
            },
            ofCertificate("certificate-with-subject", "a TPM's certificate has a subject", of: [.tpm, .compound]) {
                $0.subject = PixSetting.name("Biometric Pix test vectors")
            },
            ofCertificate(
                "certificate-without-purpose", "a TPM's certificate has no extended key usage", of: [.tpm, .compound]
            ) { $0.change("2.5.29.37") { $0.identifier = "2.999" } },
            ofCertificate(
                "certificate-of-other-host", "SafetyNet's certificate is another host's", of: [.androidSafetyNet]
            ) {
                $0.change("2.5.29.17") {
                    $0.value = DER.sequence(DER.implicit(2, Array("attest.example".utf8)))
                }
                $0.subject = PixSetting.name("attest.example")
            },
            PixFault(
                "certificate-without-extension", .attestationCertificateInvalid,
                "the certificate lacks the extension by which it attests",
                where: { $0.attestation.kind.has(.certifiesCredentialKey) }
            ) { registration in
                guard let certificate = registration.attestation.certificate else { return }
                let bare = try registration.attestation.authority.issue(certificate).der
                registration.changeStatement {
                    $0["x5c"] = .array([.bytes(bare)] + ($0["x5c"]?.arrayValue ?? []).dropFirst())
                }
            },
            PixFault(
                "certificate-of-other-model", .attestationAAGUIDMismatch, "the certificate is another model's",
                where: { [.packed, .tpm, .compound].contains($0.attestation.kind) }
            ) {
                $0.attestation.certificate?.change(AttestationExtension.aaguid.identifier) {
                    $0.value = CertificateExtension.aaguid(.zero).value
                }
            },
            PixFault(
                "u2f-with-aaguid", .attestationAAGUIDMismatch, "a U2F key claims a model",
                where: { $0.attestation.kind == .fidoU2F }, unless: { $0.u2fAAGUID = .any }
            ) {
                $0.authenticatorData.attestedCredentialData?.aaguid = AAGUID([UInt8](1...16)) ?? .zero
            },
        ]
    }

    private static var certified: [PixAttestation.Kind] { PixAttestation.Kind.allCases.filter(\.hasCertificate) }

    private static func ofCertificate(
        _ name: String, _ reason: String, of kinds: [PixAttestation.Kind],
        _ change: @escaping @Sendable (inout CertificateBuilder) -> Void
    ) -> PixFault {
        PixFault(
            name, .attestationCertificateInvalid, reason, where: { kinds.contains($0.attestation.kind) }
        ) { registration in
            guard var certificate = registration.attestation.certificate else { return }
            change(&certificate)
            registration.attestation.certificate = certificate
        }
    }
}

extension CertificateBuilder {
    /// Changes the extension with an identifier.
    mutating func change(_ identifier: String, _ body: (inout CertificateExtension) -> Void) {
        guard let index = extensions.firstIndex(where: { $0.identifier == identifier }) else { return }
        body(&extensions[index])
    }

    /// Replaces the extension with the same identifier.
    mutating func replace(_ other: CertificateExtension) { change(other.identifier) { $0 = other } }
}
