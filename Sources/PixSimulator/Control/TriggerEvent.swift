import Sandbox

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

    /// For the control API.
    var verb: ControlVerb {
        ControlVerb(rawValue, summary, Self.ofAll + (isOfEnrollments ? [] : Self.ofPayments))
    }

    private var summary: String {
        switch self {
        case .enrollmentPending: "An enrollment that the account holder has not decided about."
        case .enrollmentSucceeded: "An enrollment with a device's credential."
        case .enrollmentFailed: "An enrollment that failed."
        case .enrollmentCanceled: "An enrollment that succeeded and was canceled."
        case .paymentPending: "A payment that the device has not signed."
        case .paymentSucceeded: "A payment that the bank settled."
        case .paymentFailed: "A payment that failed."
        case .chargeSucceeded: "A payment that the bank settled; shows its charge."
        case .chargeFailed: "A payment that failed; shows its charge."
        case .transactionCreated: "A payment that the bank settled; shows its transaction."
        }
    }

    private static let ofAll: [ControlVerb.Parameter] = [
        .init(
            "reason",
            "Why it failed or was canceled, as a code of the API. Default of a failure: rejected_by_user, or what a "
                + "magic amount says."),
        .init("external_id", "Your own id for the object."),
        .init("customer", "The id of the customer. Default: the seeded one."),
        .init("institution", "The id of the institution. Default: the first."),
    ]

    static let ofPayments: [ControlVerb.Parameter] = [
        .init("amount", "Reais, with at most two decimals. Default: 10.00."),
        .init("beneficiary_bank_account", "The id of the bank account that is paid. Default: the seeded one."),
    ]
}
