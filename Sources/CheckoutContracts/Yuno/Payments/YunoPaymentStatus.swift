import ToqueEncoding

/// The status of a payment: Yuno's status with its sub-status. Pending statuses have their own type, so *not yet* is
/// never mistaken for *no*. The sub-status decides: a CANCELED that the provider must still confirm is pending.
public enum YunoPaymentStatus: Sendable, Hashable {
    /// The payment does not change by itself any more.
    case final(Final)
    /// The payment is in progress. Do not let the person pay again.
    case pending(Pending)
    /// An unknown pair, neither yes nor no: ask for the status later.
    case unrecognized(status: String, subStatus: String)

    /// Each as `STATUS/SUB_STATUS`.
    public enum Final: String, Sendable, Hashable, CaseIterable {
        case approved = "SUCCEEDED/APPROVED"
        case captured = "SUCCEEDED/CAPTURED"
        case partiallyApproved = "SUCCEEDED/PARTIALLY_APPROVED"
        case partiallyCaptured = "SUCCEEDED/PARTIALLY_CAPTURED"
        case partiallyRefunded = "SUCCEEDED/PARTIALLY_REFUNDED"
        case partiallyChargedBack = "SUCCEEDED/PARTIALLY_CHARGEBACKED"
        /// Paid, although the fraud check after the payment failed.
        case approvedDespiteFraud = "SUCCEEDED/FRAUD_DECLINED"
        case captureFailed = "SUCCEEDED/CAPTURE_RETRY_PROCESS_FAILED"
        case verified = "VERIFIED/VERIFIED"
        case declined = "DECLINED/DECLINED"
        case fraudDeclined = "DECLINED/FRAUD_DECLINED"
        case rejected = "REJECTED/REJECTED"
        case fraud = "FRAUD/FRAUD_VERIFIED"
        case expired = "EXPIRED/EXPIRED"
        case canceled = "CANCELED/CANCELED"
        case refunded = "REFUNDED/REFUNDED"
        case chargedBack = "CHARGEBACK/LOST"
        case error = "ERROR/ERROR"
        case reversedByTimeout = "ERROR/REVERSED_BY_TIMEOUT"
    }

    /// Each as `STATUS/SUB_STATUS`.
    public enum Pending: String, Sendable, Hashable, CaseIterable {
        case created = "CREATED/CREATED"
        case readyToPay = "READY_TO_PAY/CREATED"
        /// The amount is held: the merchant captures or cancels.
        case authorized = "PENDING/AUTHORIZED"
        case inProcess = "PENDING/IN_PROCESS"
        /// Waits for the person, such as for 3-D Secure.
        case waitingAdditionalStep = "PENDING/WAITING_ADDITIONAL_STEP"
        case waitingForProvider = "PENDING/PENDING_PROVIDER_CONFIRMATION"
        case fraudReview = "PENDING/PENDING_FRAUD_REVIEW"
        case waitingForOTP = "PENDING/PENDING_OTP_COMPLETION"
        case captureRetried = "SUCCEEDED/CAPTURE_RETRY_IN_PROCESS"
        case refundRetried = "SUCCEEDED/REFUND_RETRY_IN_PROCESS"
        case refundRequested = "REFUNDED/PENDING_PROVIDER_CONFIRMATION"
        case cancelRequested = "CANCELED/PENDING_PROVIDER_CONFIRMATION"
        case disputed = "IN_DISPUTE/RECEIVED"
        case disputeReviewed = "IN_DISPUTE/PENDING_REVIEW"
        case timedOut = "ERROR/TIMEOUT"
        case reversing = "ERROR/PENDING_REVERSE"
    }

    /// The two texts in responses and webhooks.
    public init(status: String, subStatus: String) {
        let text = "\(status)/\(subStatus)"
        if let status = Final(rawValue: text) {
            self = .final(status)
        } else if let status = Pending(rawValue: text) {
            self = .pending(status)
        } else {
            self = .unrecognized(status: status, subStatus: subStatus)
        }
    }

    /// Such as `PENDING`.
    public var status: String { parts.status }
    /// Such as `AUTHORIZED`.
    public var subStatus: String { parts.subStatus }

    public var isFinal: Bool { if case .final = self { true } else { false } }

    private var parts: (status: String, subStatus: String) {
        switch self {
        case .final(let status): Self.divided(status.rawValue)
        case .pending(let status): Self.divided(status.rawValue)
        case .unrecognized(let status, let subStatus): (status, subStatus)
        }
    }

    private static func divided(_ text: String) -> (status: String, subStatus: String) {
        let parts = text.split(separator: "/").map(String.init)
        return (parts.first ?? "", parts.last ?? "")
    }
}

extension YunoPaymentStatus: CustomStringConvertible {
    /// `PENDING/AUTHORIZED`.
    public var description: String { "\(status)/\(subStatus)" }
}

extension JSONCoder {
    /// The members `status` and `sub_status`.
    mutating func yunoStatus(_ value: inout YunoPaymentStatus) {
        var (status, subStatus) = (value.status, value.subStatus)
        required("status", &status, .choice(Self.yunoStatuses.map(\.status)))
        required("sub_status", &subStatus, .choice(Self.yunoStatuses.map(\.subStatus)))
        value = YunoPaymentStatus(status: status, subStatus: subStatus)
    }

    /// All known pairs of the two members.
    private static let yunoStatuses: [(status: String, subStatus: String)] = {
        let all =
            YunoPaymentStatus.Final.allCases.map(YunoPaymentStatus.final)
            + YunoPaymentStatus.Pending.allCases.map(YunoPaymentStatus.pending)
        return all.map { ($0.status, $0.subStatus) }
    }()
}
