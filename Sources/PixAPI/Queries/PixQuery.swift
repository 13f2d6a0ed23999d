import ToqueEncoding

/// The filters of a list. A nil filter is not sent.
public protocol PixQuery: Sendable {
    associatedtype Item: JSONModel
    /// The list's path, with leading and trailing slash.
    static var path: String { get }
    var parameters: [(name: String, value: String?)] { get }
}
