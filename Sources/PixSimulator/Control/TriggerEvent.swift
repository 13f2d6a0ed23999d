/// What `toque trigger` can bring about.
enum TriggerEvent: String, Sendable, Hashable, CaseIterable {
    case enrollmentPending = "enrollment.pending"
    case enrollmentSucceeded = "enrollment.succeeded"
    case enrollmentFailed = "enrollment.failed"
    case enrollmentCanceled = "enrollment.canceled"
    case paymentPending = "payment.pending"
    case paymentSucceeded = "payment.succeeded"
    case paymentFailed = "payment.failed"
    case chargeSucceeded = "charge.succeeded"
    case chargeFailed = "charge.failed"
    case transactionCreated = "transaction.created"

    /// The scenarios that end so, the first one unless a reason is given; none where there is nothing to choose.
    var scenarios: [PixScenario] {
        switch self {
        case .enrollmentFailed: PixScenario.ofEnrollments.filter { $0.enrollment[.succeeded] == nil }
        case .enrollmentCanceled: PixScenario.ofEnrollments.filter { $0.enrollment[.succeeded] != nil }
        case .paymentFailed, .chargeFailed: PixScenario.ofPayments
        case .enrollmentPending, .enrollmentSucceeded, .paymentPending, .paymentSucceeded, .chargeSucceeded,
            .transactionCreated:
            []
        }
    }

    var isOfEnrollments: Bool { rawValue.hasPrefix("enrollment.") }
}
