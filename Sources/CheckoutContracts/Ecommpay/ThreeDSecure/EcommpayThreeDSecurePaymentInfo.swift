import ToqueEncoding

/// The payment's part of the 3-D Secure information.
public struct EcommpayThreeDSecurePaymentInfo: Sendable, Hashable {
    /// The merchant's preference for a challenge.
    public enum ChallengeIndicator: String, Sendable, Hashable, JSONChoice {
        case noPreference = "01"
        case notWanted = "02"
        case wanted = "03"
        case mandatory = "04"
    }

    /// The size of the issuer's page, in pixels.
    public enum ChallengeWindow: String, Sendable, Hashable, JSONChoice {
        case size250By400 = "01"
        case size390By400 = "02"
        case size500By600 = "03"
        case size600By400 = "04"
        case fullScreen = "05"
    }

    /// The availability of the goods.
    public enum PreorderPurchase: String, Sendable, Hashable, JSONChoice {
        case available = "01"
        case preorder = "02"
    }

    /// Whether the customer has bought the same before.
    public enum Reorder: String, Sendable, Hashable, JSONChoice {
        case first = "01"
        case again = "02"
    }

    public var challengeIndicator: ChallengeIndicator?
    public var challengeWindow: ChallengeWindow?
    /// `DD-MM-YYYY`.
    public var preorderDate: String?
    public var preorderPurchase: PreorderPurchase?
    public var reorder: Reorder?
    public var giftCard: EcommpayThreeDSecureGiftCardInfo?

    public init() {}
}

/// The gift cards that the payment buys.
public struct EcommpayThreeDSecureGiftCardInfo: Sendable, Hashable {
    /// In minor units.
    public var amount: Int?
    public var currency: String?
    public var count: Int?

    public init(amount: Int? = nil, currency: String? = nil, count: Int? = nil) {
        self.amount = amount
        self.currency = currency
        self.count = count
    }
}

extension EcommpayThreeDSecurePaymentInfo: JSONStructure, RequestModel {
    package static let blank = EcommpayThreeDSecurePaymentInfo()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("challenge_indicator", &challengeIndicator)
        coder.optional("challenge_window", &challengeWindow)
        coder.optional("preorder_date", &preorderDate, .date)
        coder.optional("preorder_purchase", &preorderPurchase)
        coder.optional("reorder", &reorder)
        coder.part("gift_card", &giftCard)
    }
}

extension EcommpayThreeDSecureGiftCardInfo: JSONStructure, RequestModel {
    package static let blank = EcommpayThreeDSecureGiftCardInfo()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("amount", &amount, in: 0...Int.max)
        coder.optional("currency", &currency, .currency)
        coder.optional("count", &count, in: 0...Int.max)
    }
}
