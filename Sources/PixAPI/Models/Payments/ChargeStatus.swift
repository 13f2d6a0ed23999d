import ToqueEncoding

public enum ChargeStatus: String, Sendable, Hashable, CaseIterable, JSONChoice {
    case created = "CREATED"
    case pending = "PENDING"
    case processing = "PROCESSING"
    case scheduled = "SCHEDULED"
    case succeeded = "SUCCEEDED"
    case failed = "FAILED"
    case canceled = "CANCELED"
}
