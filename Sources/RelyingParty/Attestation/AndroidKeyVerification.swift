import Attestation

extension Verification {
    /// The verification procedure of section 8.4.
    mutating func verify(
        _ statement: AndroidKeyStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        throw VerificationFailure(.attestationFormatUnsupported, "not yet")
    }
}
