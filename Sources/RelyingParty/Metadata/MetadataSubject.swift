import Attestation
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The authenticator of a registration, for metadata lookup. Its own information is merely a claim until its chain is
/// judged.
struct MetadataSubject: CustomStringConvertible {
    let aaguid: AAGUID
    let format: AttestationFormat
    /// x5c, the attestation certificate first.
    let trustPath: [Certificate]
    /// The policy's anchors.
    let anchors: [Certificate]
    let time: Timestamp

    var description: String {
        format == .fidoU2F ? "U2F keys with this attestation certificate" : "authenticators of AAGUID \(aaguid)"
    }

    /// The firmware version in the attestation certificate's id-fido-gen-ce-fw-version (section 8.2.1): an INTEGER.
    var firmwareVersion: Int? {
        guard let found = try? trustPath.first?.extensions("1.3.6.1.4.1.45724.1.1.5"), found.count == 1,
            let value = found.first?.value
        else { return nil }
        var reader = DERReader(value)
        guard let version = try? reader.integer(), (try? reader.expectEnd()) != nil else { return nil }
        return version
    }

    /// True if a certificate with this certificate's key is in the chain, or above the anchor at its end.
    /// - Parameter others: anchors besides the policy's.
    func isCertified(by certificate: Certificate, anchors others: [Certificate]) -> Bool {
        guard let leaf = trustPath.first else { return false }
        if trustPath.contains(where: { $0.hasKey(of: certificate) }) { return true }
        let ends = (anchors + others).filter { $0.hasKey(of: certificate) || $0.isIssued(by: certificate) }
        let path = try? CertificatePath.validate(
            leaf, intermediates: Array(trustPath.dropFirst()), anchors: [certificate] + ends, at: time.seconds)
        return path != nil
    }
}

extension Certificate {
    /// True if both certificates have the same key. Anybody can derive another certificate from one signed by ECDSA,
    /// because n - s is valid in place of s.
    fileprivate func hasKey(of other: Certificate) -> Bool {
        guard self != other else { return true }
        guard let key = try? publicKey() else { return false }
        return key == (try? other.publicKey())
    }
}

extension MetadataBLOB {
    /// U2F has no AAGUID: the keys of the attestation certificates identify its models. A certificate that names a
    /// FIDO2 model, which may support U2F too, belongs to that model.
    func entries(for authenticator: MetadataSubject) -> [MetadataEntry] {
        guard authenticator.format == .fidoU2F else { return entries(for: authenticator.aaguid) }
        // A key that this library does not support is none of theirs, which are on P-256.
        let identifiers = authenticator.trustPath.compactMap {
            try? KeyIdentifierMethod.sha1.identifier(of: $0.publicKey())
        }
        let named = try? authenticator.trustPath.first?.aaguid()
        return entries(forKeyIdentifiers: identifiers) + (named.map { entries(for: $0) } ?? [])
    }

    /// The reports on any model that others have the key of the attestation certificate. With it they can attest
    /// another model, or use a format whose certificates name no model.
    func reports(onAttestationKeyOf authenticator: MetadataSubject) -> [StatusReport] {
        guard let leaf = authenticator.trustPath.first else { return [] }
        let day = CivilDate(authenticator.time)
        return attestationKeyReports.filter { report in
            report.isEffective(on: day) && report.certificates.contains { leaf.hasKey(of: $0) }
        }
    }
}

extension MetadataEntry {
    /// The reports that concern the authenticator at its registration time.
    func reports(on authenticator: MetadataSubject) -> [StatusReport] {
        let day = CivilDate(authenticator.time)
        let effective = statusReports.filter { $0.isEffective(on: day) }
        let version = authenticator.firmwareVersion
        return effective.filter { report in
            if let version, effective.contains(where: { $0.mends(report, in: version) }) { return false }
            guard report.status.isOfCertificate, !report.certificates.isEmpty else { return true }
            return report.certificates.contains { authenticator.isCertified(by: $0, anchors: anchors) }
        }
    }
}
