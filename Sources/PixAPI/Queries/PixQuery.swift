import ToqueEncoding

/// What a list is asked for. A filter that is nil is not sent.
public protocol PixQuery: Sendable {
    associatedtype Item: JSONModel
    /// Of the list, with a slash at both ends.
    static var path: String { get }
    var parameters: [(name: String, value: String?)] { get }
}
