/// A provider's rules for delivering webhooks: when one counts as delivered, and how many attempts follow.
public struct DeliveryRules: Sendable {
    /// The delays between attempts, by the tenant's clock: one retry per delay.
    public var retryDelays: [Duration]
    /// The time limit for a response, in real time.
    public var answerTime: Duration
    /// The maximum time that a webhook sent behind the object's next one waits for it, by the tenant's clock.
    public var longestHold: Duration
    /// Decides from the response's status and body whether the receiver accepted the webhook. The body is empty if it
    /// exceeds 4 KiB or takes longer than a second. Redirects are not followed.
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

/// The engine's limits, whatever the provider's rules.
enum DeliveryLimits {
    /// Parallel attempts of one tenant to one endpoint: a stalled receiver delays nobody else.
    static let parallelAttempts = 16
    /// Parallel attempts in total: each has a connection.
    static let maximumConnections = 256
    /// Endpoints per tenant; each multiplies the stored data.
    static let maximumEndpoints = 16
}
