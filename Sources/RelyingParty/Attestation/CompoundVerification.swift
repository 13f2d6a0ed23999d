import Attestation

extension Verification {
    /// The verification procedure of section 8.9: verifies each part by its own format's procedure, for the same
    /// authenticator data and client data.
    ///
    /// The relying party decides how many parts must verify. Here all must, because a part that fails is a false claim.
    /// `CompoundStatement` checks that no part is compound. A part may be `none`, which the syntax allows; its
    /// conclusion is judged like any other, so that a stricter policy refuses the whole.
    mutating func verify(
        _ statement: CompoundStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> [AttestationConclusion] {
        var conclusions: [AttestationConclusion] = []
        for part in statement.statements { conclusions += try verify(part, input) }
        return conclusions
    }
}
