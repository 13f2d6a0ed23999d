/// The outcome of a ceremony: what was checked, and either a value or the first failure.
public struct Verdict<Value: Sendable>: Sendable {
    /// The checks made, in the specification's order, up to the one that failed.
    public let checks: [Check]
    public let result: Result<Value, VerificationFailure>

    public var isValid: Bool { failure == nil }

    /// What the relying party keeps or acts on; nil where the ceremony failed.
    public var value: Value? { try? result.get() }

    /// Why the ceremony failed; nil where it is valid.
    public var failure: VerificationFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }
}

extension Verdict: Equatable where Value: Equatable {}
