/// When a provider counts a webhook as delivered, and how often it tries.
public struct DeliveryRules: Sendable {
    /// From one attempt to the next, by the tenant's clock: as many retries as delays.
    public var retryDelays: [Duration]
    /// An answer has to come within this, in real time.
    public var answerTime: Duration
    /// How long a webhook that is to come behind the object's next one waits for it, by the tenant's clock.
    public var longestHold: Duration
    /// Whether the receiver took the webhook, by the status and the body of its answer. Of a body over 4 KiB, or that
    /// does not come within a second, nothing is known but the status. A redirect is not followed.
    public var isDelivered: @Sendable (_ status: Int, _ body: [UInt8]) -> Bool

    public init(
        retryDelays: [Duration] = [.seconds(60), .seconds(60), .seconds(60)], answerTime: Duration = .seconds(5),
        longestHold: Duration = .seconds(60),
        isDelivered: @escaping @Sendable (_ status: Int, _ body: [UInt8]) -> Bool = { status, _ in
            (200..<300).contains(status)
        }
    ) {
        self.retryDelays = retryDelays
        self.answerTime = answerTime
        self.longestHold = longestHold
        self.isDelivered = isDelivered
    }

    func isSuccess(_ outcome: DeliveryAttempt.Outcome) -> Bool {
        if case .status(let status, let body) = outcome { isDelivered(status, body) } else { false }
    }
}

/// What the engine does at once, whatever the provider's rules.
enum DeliveryLimits {
    /// Attempts under way, of one tenant to one endpoint: a receiver that hangs holds up nobody else.
    static let parallelAttempts = 16
    /// Attempts under way altogether: each has a connection.
    static let maximumConnections = 256
    /// Endpoints that a tenant may have; each multiplies what is stored.
    static let maximumEndpoints = 16
}
