import ToqueEncoding

/// A webhook about a payment. Accept it with status 200; after any other status Yuno sends it again.
public struct YunoWebhook: Sendable, Hashable {
    /// The event of a webhook.
    public enum Event: String, JSONChoice {
        /// The payment was created or has a new status.
        case purchase = "payment.purchase"
        case authorize = "payment.authorize"
        case capture = "payment.capture"
        case cancel = "payment.cancel"
        case refund = "payment.refund"
        case verify = "payment.verify"
    }

    /// The common key of all webhooks about one event: attempts, and duplicates.
    public struct DeduplicationKey: Sendable, Hashable {
        public let idempotencyKey: String
        public let event: Event
    }

    public var event: Event
    public var accountID: String
    /// The number of previous attempts: 0 to 6.
    public var retry: Int
    public var payment: YunoPayment
    /// The same in each attempt; nil in samples without one.
    public var idempotencyKey: String?

    public init(event: Event, accountID: String, retry: Int = 0, payment: YunoPayment, idempotencyKey: String?) {
        self.event = event
        self.accountID = accountID
        self.retry = retry
        self.payment = payment
        self.idempotencyKey = idempotencyKey
    }

    /// Store it, and ignore a webhook with a known key.
    public var deduplicationKey: DeduplicationKey? {
        idempotencyKey.map { DeduplicationKey(idempotencyKey: $0, event: event) }
    }

    /// The delays from the first attempt: 0, 5 and 50 minutes, then 6, 24, 48 and 96 hours.
    public static let attemptTimes: [Duration] = [
        .zero, .seconds(5 * 60), .seconds(50 * 60), .seconds(6 * 3600), .seconds(24 * 3600), .seconds(48 * 3600),
        .seconds(96 * 3600),
    ]

    /// True if a receiver's response accepts the webhook.
    public static func isTaken(status: Int) -> Bool { status == 200 }

    private static let type = "payment"
    private static let version = 2
}

extension YunoWebhook: JSONStructure {
    package static let blank = YunoWebhook(event: .purchase, accountID: "", payment: .blank, idempotencyKey: nil)

    package mutating func members(_ coder: inout JSONCoder) {
        var (type, version) = (Self.type, Self.version)
        coder.required("type", &type, .constant(.string(Self.type)))
        coder.check("type", type == Self.type ? nil : "\"\(Self.type)\"")
        coder.required("type_event", &event)
        coder.id("account_id", &accountID)
        coder.required("retry", &retry, in: 0...Int(Int32.max))
        coder.required("version", &version, .constant(.int(Self.version)))
        coder.check("version", version == Self.version ? nil : "\(Self.version)")
        var (inner, outer) = (idempotencyKey, idempotencyKey)
        coder.object("data") { data in
            data.object("payment") { payment in
                self.payment.members(&payment)
                payment.optional("idempotency_key", &inner)
            }
            data.optional("idempotency_key", &outer)
        }
        // Examples have the first name, the documentation's text the second.
        idempotencyKey = inner ?? outer
    }
}
