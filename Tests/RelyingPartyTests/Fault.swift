import Testing

@testable import RelyingParty

/// One way to break a valid ceremony, and the resulting code.
struct Fault<Draft>: Sendable, CustomTestStringConvertible {
    let name: String
    let code: VerdictCode
    let policy: VerificationPolicy
    let apply: @Sendable (inout Draft) -> Void

    init(
        _ name: String, _ code: VerdictCode, policy: VerificationPolicy = Expected.policy,
        _ apply: @escaping @Sendable (inout Draft) -> Void
    ) {
        self.name = name
        self.code = code
        self.policy = policy
        self.apply = apply
    }

    /// Expects the verdict to fail with the code, in its last check.
    func expect<Value>(_ verdict: Verdict<Value>, at location: SourceLocation = #_sourceLocation) {
        #expect(
            verdict.failure?.code == code, "\(String(describing: verdict.failure))", sourceLocation: location)
        #expect(verdict.value == nil, sourceLocation: location)
        #expect(verdict.checks.last?.passed == false, sourceLocation: location)
        #expect(verdict.checks.dropLast().allSatisfy { $0.passed }, sourceLocation: location)
    }

    var testDescription: String { "\(name): \(code.rawValue)" }
}

extension VerificationPolicy {
    /// Returns the tests' policy with a change.
    static func expected(_ change: (inout VerificationPolicy) -> Void) -> VerificationPolicy {
        var policy = Expected.policy
        change(&policy)
        return policy
    }
}
