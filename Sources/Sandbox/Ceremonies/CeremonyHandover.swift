import ToqueEncoding

/// The request by which a backend hands a device's response over to the provider.
public struct CeremonyHandover: Sendable, Hashable {
    public let method: String
    /// For example `/enrollments/7/confirm/`.
    public let path: String
    public let body: JSON

    public init(_ method: String, _ path: String, body: JSON) {
        self.method = method
        self.path = path
        self.body = body
    }

    var json: JSON { ["method": .string(method), "path": .string(path), "body": body] }
}
