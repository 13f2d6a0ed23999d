import Attestation

extension Verification {
    /// The verification procedure of section 8.6.
    mutating func verify(
        _ statement: FIDOU2FStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        throw VerificationFailure(.attestationFormatUnsupported, "not yet")
    }
}
