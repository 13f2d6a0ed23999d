import ToqueEncoding

/// An enrollment's status for the merchant.
public enum EnrollmentStatus: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case pending = "PENDING"
    case succeeded = "SUCCEEDED"
    case failed = "FAILED"
    case canceled = "CANCELED"

    /// True if it is final, except that `succeeded` may become canceled.
    public var isResult: Bool { self != .pending }
}
