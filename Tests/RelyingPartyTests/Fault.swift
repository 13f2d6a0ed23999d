import Testing

@testable import RelyingParty

/// One way to break a valid ceremony, and the code that it must lead to.
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

    var testDescription: String { "\(name): \(code.rawValue)" }
}

extension VerificationPolicy {
    /// The policy of the tests with a change.
    static func expected(_ change: (inout VerificationPolicy) -> Void) -> VerificationPolicy {
        var policy = Expected.policy
        change(&policy)
        return policy
    }
}
