/// A pair for HTTP Basic authentication.
public struct APIKey: Sendable, Hashable {
    public var id: String
    public var secret: String

    /// The default on the loopback interface. Everybody knows it.
    public static let sandbox = APIKey(id: "sandbox", secret: "sandbox")

    public init(id: String, secret: String) {
        self.id = id
        self.secret = secret
    }
}
