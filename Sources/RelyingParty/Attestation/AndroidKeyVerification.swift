import Attestation
import ToqueCrypto

extension Verification {
    /// The verification procedure of section 8.4. `AndroidKeyStatement` does its step 1, the syntax.
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

    /// How the authorization lists break step 5; nil if they do not.
    private func failure(of description: AndroidKeyDescription) -> String? {
        let lists = [description.softwareEnforced, description.hardwareEnforced]
        // The credential belongs to one RP ID, so no other application may use its key.
        guard !lists.contains(where: \.allApplications) else {
            return "allApplications lets any application use the key"
        }
        // The union of both lists: section 8.4 uses hardwareEnforced alone only for relying parties that insist on the
        // TEE.
        let origins = Set(lists.compactMap(\.origin))
        let purposes = lists.reduce(into: Set()) { $0.formUnion($1.purposes) }
        // The policy judges lists without these members. Members that are present must always be right.
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
