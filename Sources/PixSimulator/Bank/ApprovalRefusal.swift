import Pages
import PixAPI
import Sandbox
import SandboxKit

/// The reason why the account holder cannot decide.
enum ApprovalRefusal: Error, Sendable {
    /// No enrollment has this page.
    case unknown
    /// The form does not match the page's.
    case malformed
    /// The account holder has decided, and the enrollment continues.
    case decided
    /// The enrollment has failed or was canceled, before or after a decision.
    case ended(Enrollment)

    init(_ enrollment: Enrollment) {
        self = enrollment.status == .failed || enrollment.status == .canceled ? .ended(enrollment) : .decided
    }

    /// The HTTP status.
    var status: Int {
        switch self {
        case .unknown: 404
        case .malformed: 400
        case .decided: 409
        case .ended(let enrollment): enrollment.isTooLate ? 410 : 409
        }
    }

    /// For programs, instead of the page.
    var error: SandboxError {
        SandboxError(status: status, code: code, message: message).assuming(.bankPage)
    }

    private var code: String {
        switch self {
        case .unknown: "not_found"
        case .malformed: "invalid"
        case .decided, .ended: "invalid_status"
        }
    }

    private var message: String {
        guard case .ended(let enrollment) = self else { return notice(.of(.english)).text }
        return "The enrollment is \(enrollment.status.rawValue)\(enrollment.shownReason)"
    }
}

extension Enrollment {
    /// True if the time for the account holder's decision is over.
    var isTooLate: Bool { statusReasonCode == .redirectionToInstitutionFailed }

    /// ` (rejected_by_user): The account holder declined at the bank.`
    var shownReason: String {
        (statusReasonCode.map { " (\($0))" } ?? "") + (statusReasonMessage.map { ": \($0)" } ?? "")
    }
}
