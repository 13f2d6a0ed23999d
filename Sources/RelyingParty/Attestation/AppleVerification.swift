import Attestation

extension Verification {
    /// The verification procedure of section 8.8.
    mutating func verify(
        _ statement: AppleStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        throw VerificationFailure(.attestationFormatUnsupported, "not yet")
    }
}
