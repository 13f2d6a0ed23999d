import Attestation
import ToqueCOSE
import ToqueCrypto

extension Verification {
    /// The verification procedure of section 8.2.
    mutating func verify(
        _ statement: PackedStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        guard let x5c = statement.x5c else {
            // Self attestation: alg is the credential key's.
            try check(
                .attestationAlgorithm, statement.algorithm == input.credentialKey.algorithm,
                .attestationAlgorithmMismatch,
                "alg is \(statement.algorithm), the credential key's is \(input.credentialKey.algorithm)")
            // sig is over authenticatorData and clientDataHash.
            try check(
                .attestationSignature, input.credentialKey.verify(statement.signature, of: input.message),
                .badAttestationSignature, "sig does not verify with the credential key")
            return AttestationConclusion(format: .packed, type: .self, trustPath: [])
        }
        let path = try certificates(x5c)
        let key = try attestationKey(of: path.leaf, algorithm: statement.algorithm)
        try check(
            .attestationSignature, key.verify(statement.signature, of: input.message), .badAttestationSignature,
            "sig does not verify with the attestation certificate's key")
        do throws(AttestationCertificateError) {
            try path.leaf.checkPackedAttestation(aaguid: input.attested.aaguid)
        } catch {
            throw VerificationFailure(.attestationCertificateInvalid, "\(error)")
        }
        return AttestationConclusion(format: .packed, type: .basic, trustPath: path.all)
    }
}
