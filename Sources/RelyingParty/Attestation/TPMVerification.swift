import Attestation

extension Verification {
    /// The verification procedure of section 8.3.
    mutating func verify(
        _ statement: TPMStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> AttestationConclusion {
        throw VerificationFailure(.attestationFormatUnsupported, "not yet")
    }
}
