/// When a webhook counts as taken, and how often it is tried.
public enum DeliveryRules {
    /// A 2xx status has to come within this, in real time.
    public static let answerTime = Duration.seconds(5)
    /// The first attempt and three retries.
    public static let maximumAttempts = 4
    /// From one attempt to the next, by the tenant's clock.
    public static let retryInterval = Duration.seconds(60)
    /// How long a webhook that is to come behind the object's next one waits for it, by the tenant's clock.
    public static let longestHold = Duration.seconds(60)
    /// Attempts under way at once, of one tenant to one endpoint: a receiver that hangs holds up nobody else.
    static let parallelAttempts = 16
    /// Attempts under way at once altogether: each has a connection.
    static let maximumConnections = 256
    /// Endpoints that a tenant may have; each multiplies what is stored.
    static let maximumEndpoints = 16

    /// Whether the receiver took the webhook. A redirect is not followed.
    static func isSuccess(status: Int) -> Bool { (200..<300).contains(status) }
}
