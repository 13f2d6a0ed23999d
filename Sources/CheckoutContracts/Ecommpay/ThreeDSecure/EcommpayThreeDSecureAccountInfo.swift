import ToqueEncoding

/// The merchant's knowledge about the customer's account in the shop.
public struct EcommpayThreeDSecureAccountInfo: Sendable, Hashable {
    /// The age of an event: an account's creation, a password's change, a card's first use.
    public enum Age: String, Sendable, Hashable, JSONChoice {
        /// For a guest, without an account. For a password: never.
        case never = "01"
        case today = "02"
        case underThirtyDays = "03"
        case thirtyToSixtyDays = "04"
        case overSixtyDays = "05"
    }

    /// The time since the account's data changed.
    public enum ChangeAge: String, Sendable, Hashable, JSONChoice {
        case today = "01"
        case underThirtyDays = "02"
        case thirtyToSixtyDays = "03"
        case overSixtyDays = "04"
    }

    /// The customer's login method.
    public enum AuthenticationMethod: String, Sendable, Hashable, JSONChoice {
        case none = "01"
        case ownCredentials = "02"
        case federated = "03"
        case fido = "04"
    }

    /// The merchant's observation of suspicious account activity.
    public enum SuspiciousActivity: String, Sendable, Hashable, JSONChoice {
        case no = "01"
        case yes = "02"
    }

    public var additional: String?
    /// Attempts to pay in 24 hours.
    public var activityDay: Int?
    /// Attempts to pay in 365 days.
    public var activityYear: Int?
    public var ageIndicator: Age?
    /// The proof of the login.
    public var authData: String?
    public var authMethod: AuthenticationMethod?
    /// `DD-MM-YYYYhh:mm`.
    public var authTime: String?
    /// The day of the account's creation, `DD-MM-YYYY`.
    public var date: String?
    /// `DD-MM-YYYY`.
    public var changeDate: String?
    public var changeIndicator: ChangeAge?
    /// `DD-MM-YYYY`.
    public var passChangeDate: String?
    public var passChangeIndicator: Age?
    /// The day on which the card was added, `DD-MM-YYYY`.
    public var paymentAge: String?
    public var paymentAgeIndicator: Age?
    /// Attempts to add a card in 24 hours.
    public var provisionAttempts: Int?
    /// Purchases in six months.
    public var purchaseNumber: Int?
    public var suspiciousActivity: SuspiciousActivity?

    public init() {}
}

extension EcommpayThreeDSecureAccountInfo: JSONStructure, RequestModel {
    package static let blank = EcommpayThreeDSecureAccountInfo()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.optional("additional", &additional, upTo: 64)
        coder.optional("activity_day", &activityDay, in: 0...999)
        coder.optional("activity_year", &activityYear, in: 0...999)
        coder.optional("age_indicator", &ageIndicator)
        coder.optional("auth_data", &authData, upTo: 255)
        coder.optional("auth_method", &authMethod)
        coder.optional("auth_time", &authTime, .dateAndTime)
        coder.optional("date", &date, .date)
        coder.optional("change_date", &changeDate, .date)
        coder.optional("change_indicator", &changeIndicator)
        coder.optional("pass_change_date", &passChangeDate, .date)
        coder.optional("pass_change_indicator", &passChangeIndicator)
        coder.optional("payment_age", &paymentAge, .date)
        coder.optional("payment_age_indicator", &paymentAgeIndicator)
        coder.optional("provision_attempts", &provisionAttempts, in: 0...999)
        coder.optional("purchase_number", &purchaseNumber, in: 0...9999)
        coder.optional("suspicious_activity", &suspiciousActivity)
    }
}
