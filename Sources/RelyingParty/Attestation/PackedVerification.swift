import Attestation
import ToqueCOSE
import ToqueCrypto

extension Verification {
    /// The verification procedure of section 8.2. `PackedStatement` does its step 1, the syntax. Level 3 no longer has
    /// the ECDAA of Level 1, so `ecdaaKeyId` is a superfluous member.
    mutating func verify(
        _ statement: PackedStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        guard let x5c = statement.x5c else { return try verifySelfAttestation(statement, input) }
        // 2. sig is over authenticatorData and clientDataHash, by the attestation certificate's key with alg.
        let path = try certificates(x5c)
        let key = try attestationKey(of: path.leaf, algorithm: statement.algorithm)
        try check(
            .attestationSignature, key.verify(statement.signature, of: input.message), .badAttestationSignature,
            "sig does not verify with the attestation certificate's key")
        //    The certificate meets the requirements of sections 8.2.1 and 8.2.2.
        try checkCertificate { () throws(AttestationCertificateError) in
            try path.leaf.checkPackedAttestation(isEnterprise: input.isEnterprise)
        }
        //    The AAGUID that it names, if any, is that in authenticatorData.
        try checkCertificate(.attestationAAGUID) { () throws(AttestationCertificateError) in
            try path.leaf.checkAAGUID(input.attested.aaguid)
        }
        return AttestationConclusion(format: .packed, type: .basic, trustPath: path.all)
    }

    /// Step 3: without x5c the credential's own key signs.
    private mutating func verifySelfAttestation(
        _ statement: PackedStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        // alg is the credential public key's. Only a TPM's keys may use SHA-1.
        try check(.attestationAlgorithm) { () throws(VerificationFailure) in
            guard statement.algorithm == input.credentialKey.algorithm else {
                throw VerificationFailure(
                    .attestationAlgorithmMismatch,
                    "alg is \(statement.algorithm), the credential key's is \(input.credentialKey.algorithm)")
            }
            guard !statement.algorithm.isBySHA1 else { throw Self.notAllowed(statement.algorithm) }
        }
        // sig is over authenticatorData and clientDataHash.
        try check(
            .attestationSignature, input.credentialKey.verify(statement.signature, of: input.message),
            .badAttestationSignature, "sig does not verify with the credential key")
        return AttestationConclusion(format: .packed, type: .self, trustPath: [])
    }
}
