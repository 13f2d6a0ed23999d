import PixAPI

/// One entry of the array that every error answer is: `code`, `message` (any JSON), `request_id`, `detail` and `field`.
public typealias BelvoApiErrorItem = APIErrorItem

/// Why a call of the provider's API gave no result, under the name of the provider's SDK (docs/sdk.md).
public struct BelvoApiException: Error, Sendable, CustomStringConvertible {
    /// The status of the answer, 100 to 599; 0 where there was none, or none that can be read.
    public let statusCode: Int
    /// The entries of the answer's error array; none where there is no such array.
    public let errors: [BelvoApiErrorItem]
    /// One line that says which call failed and how. No token, code or signature stands in it.
    public let message: String?
    /// The client's own words for it.
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

    /// True where the server looked at the request and will say the same again: not where it was not let through
    /// (401, 403, 429), nor where nobody knows what became of it.
    var isRefusal: Bool { (400..<500).contains(statusCode) && ![401, 403, 408, 429].contains(statusCode) }

    /// True where the same request may well succeed a moment later.
    var isTransient: Bool { [0, 408, 429].contains(statusCode) || statusCode >= 500 }

    public var description: String { message ?? "the provider's API answered \(statusCode)" }
}
