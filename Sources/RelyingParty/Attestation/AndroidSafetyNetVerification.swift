import Attestation

extension Verification {
    /// The verification procedure of section 8.5.
    mutating func verify(
        _ statement: AndroidSafetyNetStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        throw VerificationFailure(.attestationFormatUnsupported, "not yet")
    }
}
