/// Where an enrollment is, as the merchant sees it.
public enum EnrollmentStatus: String, Sendable, Hashable, CaseIterable {
    case pending = "PENDING"
    case succeeded = "SUCCEEDED"
    case failed = "FAILED"
    case canceled = "CANCELED"

    /// Nothing follows but, after `succeeded`, a cancellation.
    public var isResult: Bool { self != .pending }
}
