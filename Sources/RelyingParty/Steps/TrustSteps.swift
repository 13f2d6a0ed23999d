import ToqueCrypto
import ToqueWebAuthn

extension Verification {
    /// Steps 23 and 24 of section 7.1 for the conclusion of one statement.
    /// - Parameter userVerification: true if the ceremony requires it.
    /// - Returns: true if its certificates, if any, lead to a trust anchor.
    mutating func verifyTrust(
        of conclusion: AttestationConclusion, _ input: AttestationInput, userVerification: Bool
    ) throws(VerificationFailure) -> Bool {
        // 23. The anchors come from the policy and from the model's metadata, never from x5c. The status in the
        // metadata is part of step 24.
        let known = try verifyMetadata(for: conclusion, input: input, userVerification: userVerification)
        // 24. Assess the trustworthiness: whether the policy accepts the type, and where the certificates lead.
        try check(
            .attestationType, policy.attestationTypes.contains(conclusion.type), .attestationTypeNotAllowed,
            "attestation type \(conclusion.type.rawValue) is not accepted by the policy")
        guard conclusion.isCertified else { return true }
        // There is nothing to judge the chain by, and the policy only wants a report.
        if policy.trustAnchors.isEmpty, policy.metadata == nil, policy.untrustedAttestation == .report { return false }
        let failure = chainFailure(conclusion, metadataAnchors: known, at: input.time.seconds)
        try check(.attestationTrust, failure, reaction: policy.untrustedAttestation)
        return failure == nil
    }

    /// Why the certificates lead to no anchor; nil if they do.
    private func chainFailure(
        _ conclusion: AttestationConclusion, metadataAnchors: [Certificate], at time: Int64
    ) -> VerificationFailure? {
        let key = chainKey(conclusion, metadataAnchors)
        if let validity = chains.validity(key), validity.contains(time) { return nil }
        guard let leaf = conclusion.trustPath.first else { return nil }
        do throws(CertificatePathError) {
            let path = try CertificatePath.validate(
                leaf, intermediates: Array(conclusion.trustPath.dropFirst()),
                anchors: policy.trustAnchors[conclusion.format] + metadataAnchors, at: time)
            // With certificates that the path does not need, one chain could be sent in many forms and displace the
            // others.
            if conclusion.trustPath.allSatisfy(path.certificates.contains) {
                chains.insert(path.validity, for: key, path: conclusion.trustPath)
            }
            return nil
        } catch {
            switch error {
            case .expired(let reason), .notYetValid(let reason):
                return VerificationFailure(.attestationCertificateExpired, reason)
            case .untrusted(let reason), .invalid(let reason):
                return VerificationFailure(
                    .attestationNotTrusted, "the certificates of x5c lead to no configured trust anchor: \(reason)")
            }
        }
    }

    /// A digest of everything that decides where a chain leads. DER marks the end of a certificate; the number marks
    /// the end of the chain. A path has fewer certificates than a byte can count.
    private func chainKey(_ conclusion: AttestationConclusion, _ metadataAnchors: [Certificate]) -> [UInt8] {
        var parts = policy.trustAnchors.digest(for: conclusion.format)
        parts.append(UInt8(clamping: conclusion.trustPath.count))
        for certificate in conclusion.trustPath { parts += certificate.der }
        for certificate in metadataAnchors { parts += certificate.der }
        return Digest.sha256(parts)
    }
}
