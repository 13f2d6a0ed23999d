/// A pair for HTTP Basic authentication.
public struct APIKey: Sendable, Hashable {
    public var id: String
    public var secret: String

    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }
}
