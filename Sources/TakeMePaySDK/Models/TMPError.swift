/// What went wrong in a phase of a payment.
public struct TMPError: Error, Sendable, Hashable, CustomStringConvertible {
    /// As the SDK's errors have it.
    public static let domain = "com.takemepay.sdk"

    /// The phase that failed.
    public enum Code: Int, Sendable, Hashable, CaseIterable {
        case polling, source, sourceTypes, payment, authorization
    }

    public let code: Code
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { "\(Self.domain) \(code.rawValue): \(message)" }
}
