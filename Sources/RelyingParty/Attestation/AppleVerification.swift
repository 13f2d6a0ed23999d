import Attestation
import ToqueCrypto

extension Verification {
    /// The verification procedure of section 8.8. `AppleStatement` does its step 1, the syntax.
    mutating func verify(
        _ statement: AppleStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        // The specification's statement has no alg. Apple's devices write it; if present, it must be right.
        if let algorithm = statement.algorithm {
            try check(
                .attestationAlgorithm, algorithm == input.credentialKey.algorithm, .attestationAlgorithmMismatch,
                "alg is \(algorithm), the credential key's is \(input.credentialKey.algorithm)")
        }
        // 2, 3. The nonce is the hash of authenticatorData and clientDataHash.
        let nonce = Digest.sha256(input.message)
        // 4. It is the one in the certificate's extension.
        let path = try certificates(statement.x5c)
        let certified = try checkCertificate { () throws(AttestationCertificateError) in try path.leaf.appleNonce() }
        try check(
            .attestationNonce, certified == nonce, .attestationNonceMismatch,
            "the certificate's nonce is not the hash of the authenticator data and the client data's hash")
        // 5. The certificate is the credential public key's.
        try verifyCredentialKey(of: path.leaf, input)
        // 6. Anonymization CA.
        return AttestationConclusion(format: .apple, type: .anonca, trustPath: path.all)
    }
}
