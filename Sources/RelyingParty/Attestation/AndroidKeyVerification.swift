import Attestation
import ToqueCrypto

extension Verification {
    /// The verification procedure of section 8.4. Its step 1, the syntax, is what `AndroidKeyStatement` reads.
    mutating func verify(
        _ statement: AndroidKeyStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        // 2. sig is over authenticatorData and clientDataHash, by the first certificate's key with alg.
        let path = try certificates(statement.x5c)
        let key = try attestationKey(of: path.leaf, algorithm: statement.algorithm)
        try check(
            .attestationSignature, key.verify(statement.signature, of: input.message), .badAttestationSignature,
            "sig does not verify with the attestation certificate's key")
        // 3. The certificate is the credential public key's.
        try verifyCredentialKey(of: path.leaf, input)
        // 4. attestationChallenge is clientDataHash.
        let description = try checkCertificate { () throws(AttestationCertificateError) in
            try AndroidKeyDescription(path: path.all)
        }
        try check(
            .attestationNonce, description.attestationChallenge == input.clientDataHash, .attestationNonceMismatch,
            "attestationChallenge is not the hash of the client data")
        // 5. The authorization lists.
        let failure = failure(of: description)
        try check(.androidKeyAuthorizations, failure == nil, .androidKeyNotAuthorized, failure ?? "")
        // 6. Basic.
        return AttestationConclusion(format: .androidKey, type: .basic, trustPath: path.all)
    }

    /// What the authorization lists do not keep of step 5; nil where they are right.
    private func failure(of description: AndroidKeyDescription) -> String? {
        let lists = [description.softwareEnforced, description.hardwareEnforced]
        // The credential is for one RP ID alone, so that no other application may use its key.
        guard !lists.contains(where: \.allApplications) else {
            return "allApplications lets any application use the key"
        }
        // The union of both lists: section 8.4 has hardwareEnforced alone for those who insist on the TEE.
        let origins = Set(lists.compactMap(\.origin))
        let purposes = lists.reduce(into: Set()) { $0.formUnion($1.purposes) }
        // Lists that are silent are the policy's to judge; what they say must be right in any case.
        let mayBeSilent = policy.androidKeyAuthorizations == .optional
        guard origins == [.generated] || mayBeSilent && origins.isEmpty else {
            return origins.isEmpty
                ? "origin is in neither authorization list" : "origin does not say that the key was generated there"
        }
        guard purposes == [.sign] || mayBeSilent && purposes.isEmpty else {
            return purposes.isEmpty
                ? "purpose is in neither authorization list" : "purpose is not to sign alone"
        }
        return nil
    }
}
