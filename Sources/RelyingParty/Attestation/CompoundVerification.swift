import Attestation

extension Verification {
    /// The verification procedure of section 8.9.
    mutating func verify(
        _ statement: CompoundStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> [AttestationConclusion] {
        throw VerificationFailure(.attestationFormatUnsupported, "not yet")
    }
}
