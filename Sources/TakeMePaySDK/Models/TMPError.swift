/// An error in a phase of a payment.
public struct TMPError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The SDK's error domain.
    public static let domain = "com.takemepay.sdk"

    /// The phase that failed.
    public enum Code: Int, Sendable, Hashable, CaseIterable {
        case polling, source, sourceTypes, payment, authorization
    }

    public let code: Code
    public let message: String
    /// True if the server sent no response, or no usable one.
    public let isUnreachable: Bool

    init(_ code: Code, _ message: String, isUnreachable: Bool = false) {
        self.code = code
        self.message = message
        self.isUnreachable = isUnreachable
    }

    init(_ code: Code, _ failure: TMPClient.Failure) {
        let isRefused = if case .refused(status: 400...499, _) = failure { true } else { false }
        self.init(code, "\(failure)", isUnreachable: !isRefused)
    }

    public var description: String { "\(Self.domain) \(code.rawValue): \(message)" }
}
