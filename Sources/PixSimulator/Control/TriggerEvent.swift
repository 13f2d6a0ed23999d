import Sandbox

/// The events that `toque trigger` supports.
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

    /// The scenarios with this outcome, the default first; none if there is no choice.
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
        ControlVerb(
            rawValue, summary,
            (scenarios.isEmpty ? [] : [reason]) + Self.ofAll + (isOfEnrollments ? [] : Self.ofPayments))
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

    private var reason: ControlVerb.Parameter {
        .init(
            "reason",
            isOfEnrollments
                ? "End with this code of the API. Default: rejected_by_user."
                : "Fail with this code of the API. Default: rejected_by_user, or that of a magic amount.",
            kind: "code", values: scenarios.map(\.reason))
    }

    private static let ofAll: [ControlVerb.Parameter] = [
        .init("external_id", "Set your own ID of the object.", kind: "id"),
        .init("customer", "Use this customer. Default: the seeded one.", kind: "id"),
        .init("institution", "Use this institution. Default: the first one.", kind: "id"),
    ]

    private static let ofPayments: [ControlVerb.Parameter] = [
        .init("amount", "Pay this amount in reais, with at most two decimals. Default: 10.00.", kind: "amount"),
        .init("beneficiary_bank_account", "Pay to this bank account. Default: the seeded one.", kind: "id"),
    ]
}
