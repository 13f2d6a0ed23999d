import ToqueEncoding

public enum PaymentIntentStatus: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case requiresPaymentMethod = "REQUIRES_PAYMENT_METHOD"
    case requiresAction = "REQUIRES_ACTION"
    case pending = "PENDING"
    case processing = "PROCESSING"
    case succeeded = "SUCCEEDED"
    case failed = "FAILED"
    case canceled = "CANCELED"

    public var isResult: Bool { self == .succeeded || self == .failed || self == .canceled }
}
