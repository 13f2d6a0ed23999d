import RelyingParty
import ToqueCBOR
import ToqueCrypto

extension PixFault<PixRegistration> {
    /// Faults of the certificates' trust: step 24 of section 7.1.
    static var ofTrust: [PixFault] {
        [
            PixFault(
                "signed-by-stranger", .attestationNotTrusted,
                "another authority of the same name issued the certificate",
                where: { $0.attestation.kind.hasCertificate }
            ) { $0.attestation.authority = $0.attestation.authorities.stranger },
            PixFault(
                "brings-its-own-root", .attestationNotTrusted, "x5c brings the root itself, which is no trust anchor",
                where: { $0.attestation.kind.has(.takesRoot) }
            ) {
                let stranger = $0.attestation.authorities.stranger
                $0.attestation.authority = stranger
                $0.changeStatement { statement in
                    statement["x5c"] = .array(
                        (statement["x5c"]?.arrayValue ?? []) + [.bytes(stranger.certificate.der)])
                }
            },
            // Far enough that a verifier with its own clock has the same result.
            ofValidity("certificate-expired", "the certificate has expired") {
                $0.notAfter = PixSetting.validity.lowerBound + 86_400
            },
            ofValidity("certificate-not-yet-valid", "the certificate is not valid yet") {
                $0.notBefore = PixSetting.validity.upperBound - 86_400
            },
        ]
    }

    private static func ofValidity(
        _ name: String, _ reason: String, _ change: @escaping @Sendable (inout CertificateBuilder) -> Void
    ) -> PixFault {
        PixFault(
            name, .attestationCertificateExpired, reason, where: { $0.attestation.kind.hasCertificate }
        ) { registration in
            guard var certificate = registration.attestation.certificate else { return }
            change(&certificate)
            registration.attestation.certificate = certificate
        }
    }
}
