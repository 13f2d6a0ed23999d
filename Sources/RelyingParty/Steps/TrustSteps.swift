import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension Verification {
    /// Steps 23 and 24 of section 7.1 for what one statement shows.
    /// - Returns: whether its certificates, if it has any, lead to a trust anchor.
    mutating func verifyTrust(
        of conclusion: AttestationConclusion, _ input: AttestationInput
    ) throws(VerificationFailure) -> Bool {
        // 23. The anchors for the format come from policy alone, never from x5c.
        let anchors = policy.trustAnchors[conclusion.format]
        // 24. Assess the trustworthiness: whether the policy accepts the type, and where the certificates lead.
        try check(
            .attestationType, policy.attestationTypes.contains(conclusion.type), .attestationTypeNotAllowed,
            "attestation type \(conclusion.type.rawValue) is not accepted by the policy")
        guard let leaf = conclusion.trustPath.first else { return true }
        // Nothing to judge the chain by, and the policy is content to hear so.
        if policy.trustAnchors.isEmpty, policy.untrustedAttestation == .report { return false }
        let failure = chainFailure(
            leaf, intermediates: Array(conclusion.trustPath.dropFirst()), anchors: anchors,
            anchorsDigest: policy.trustAnchors.digest(for: conclusion.format), at: input.time)
        try check(.attestationTrust, failure, reaction: policy.untrustedAttestation)
        return failure == nil
    }

    /// Why the certificates lead to none of the anchors; nil where they do.
    private func chainFailure(
        _ leaf: Certificate, intermediates: [Certificate], anchors: [Certificate], anchorsDigest: [UInt8],
        at time: Timestamp
    ) -> VerificationFailure? {
        let seconds = time.seconds
        var message = anchorsDigest + leaf.der
        for certificate in intermediates { message += certificate.der }
        let key = Digest.sha256(message)
        if let validity = chains.validity(key), validity.contains(seconds) { return nil }
        do throws(CertificatePathError) {
            let path = try CertificatePath.validate(
                leaf, intermediates: intermediates, anchors: anchors, at: seconds)
            chains.insert(path.validity, for: key)
            return nil
        } catch {
            switch error {
            case .untrusted(let reason), .invalid(let reason):
                return VerificationFailure(
                    .attestationNotTrusted, "the certificates of x5c lead to no configured trust anchor: \(reason)")
            case .expired(let reason), .notYetValid(let reason):
                return VerificationFailure(.attestationCertificateExpired, reason)
            }
        }
    }
}
