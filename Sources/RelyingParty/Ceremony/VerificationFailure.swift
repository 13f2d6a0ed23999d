/// Why a ceremony is refused.
public struct VerificationFailure: Error, Sendable, Hashable, CustomStringConvertible {
    public let code: VerdictCode
    /// One sentence for people: what was found and what was expected.
    public let message: String

    public init(_ code: VerdictCode, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(code.rawValue): \(message)" }
}
