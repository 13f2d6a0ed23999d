import Attestation

extension Verification {
    /// The verification procedure of section 8.9: each part by the procedure of its own format, for the same
    /// authenticator data and client data.
    ///
    /// How many parts must verify is the relying party's to decide: here all, as a part that fails is a false claim.
    /// That none of them is compound is what `CompoundStatement` reads. A part may be `none`, which the syntax lets be;
    /// its conclusion is judged as any other, so that a policy that wants more refuses the whole.
    mutating func verify(
        _ statement: CompoundStatement, _ input: AttestationInput
    ) throws(VerificationFailure) -> [AttestationConclusion] {
        var conclusions: [AttestationConclusion] = []
        for part in statement.statements { conclusions += try verify(part, input) }
        return conclusions
    }
}
