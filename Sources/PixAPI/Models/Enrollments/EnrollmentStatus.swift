import ToqueEncoding

/// Where an enrollment is, as the merchant sees it.
public enum EnrollmentStatus: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case pending = "PENDING"
    case succeeded = "SUCCEEDED"
    case failed = "FAILED"
    case canceled = "CANCELED"

    /// Nothing follows but, after `succeeded`, a cancellation.
    public var isResult: Bool { self != .pending }
}
