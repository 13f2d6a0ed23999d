import Attestation
import ToqueCOSE

extension PackedStatement {
    /// The verification procedure of section 8.2.
    func verify(_ input: AttestationInput) throws(VerificationFailure) -> AttestationType {
        // With x5c: no trust anchors can be configured, and the chain is never taken for its own anchor.
        guard x5c == nil else {
            throw VerificationFailure(
                .attestationNotTrusted, "the certificates of x5c lead to no configured trust anchor")
        }
        // Self attestation: alg is the credential key's.
        guard algorithm == input.credentialKey.algorithm else {
            throw VerificationFailure(
                .attestationAlgorithmMismatch,
                "alg is \(algorithm), the credential key's is \(input.credentialKey.algorithm)")
        }
        // sig is over authenticatorData and clientDataHash.
        guard input.credentialKey.verify(signature, of: input.authenticatorData + input.clientDataHash) else {
            throw VerificationFailure(.badAttestationSignature, "sig does not verify with the credential key")
        }
        return .self
    }
}
