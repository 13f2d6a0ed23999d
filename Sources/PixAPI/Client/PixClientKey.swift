extension PixClient {
    /// A key pair of the provider's API: HTTP Basic with the secret's ID as user and the secret as password. Its
    /// description hides the secret.
    public struct Key: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
        public let id: String
        public let secret: String

        public init(id: String, secret: String) {
            self.id = id
            self.secret = secret
        }

        /// The simulator's default key on loopback.
        public static let sandbox = PixClient.Key(id: "sandbox", secret: "sandbox")

        public var description: String { "API key \(id)" }
        public var debugDescription: String { description }
    }
}
