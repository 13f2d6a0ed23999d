import PixAPI

/// One entry of the array in every error response: `code`, `message` (any JSON), `request_id`, `detail` and `field`.
public typealias BelvoApiErrorItem = APIErrorItem

/// A failed call of the provider's API, with the name used by the provider's SDK (docs/sdk.md).
public struct BelvoApiException: Error, Sendable, CustomStringConvertible {
    /// The response's status, 100 to 599; 0 without a response, or without a readable one.
    public let statusCode: Int
    /// The entries of the response's error array; empty without one.
    public let errors: [BelvoApiErrorItem]
    /// One line with the failed call and the problem. It never contains tokens, codes or signatures.
    public let message: String?
    /// The client's own message.
    package private(set) var cause: PixClientError?

    public init(statusCode: Int, errors: [BelvoApiErrorItem] = [], message: String? = nil) {
        self.statusCode = statusCode
        self.errors = errors
        self.message = message
    }

    init(_ error: PixClientError, hint: String? = nil) {
        let text = [error.description, hint].compactMap(\.self).joined(separator: "; ")
        switch error {
        case .refused(_, let status, let errors): self.init(statusCode: status, errors: errors, message: text)
        case .unreachable, .interrupted, .unreadable, .timedOut: self.init(statusCode: 0, message: text)
        }
        cause = error
    }

    /// True if the server examined the request and would refuse it again: false for 401, 403 and 429, and if the result
    /// is unknown.
    var isRefusal: Bool { (400..<500).contains(statusCode) && ![401, 403, 408, 429].contains(statusCode) }

    /// True if repeating the same request may succeed.
    var isTransient: Bool { [0, 408, 429].contains(statusCode) || statusCode >= 500 }

    public var description: String { message ?? "the provider's API answered \(statusCode)" }
}
