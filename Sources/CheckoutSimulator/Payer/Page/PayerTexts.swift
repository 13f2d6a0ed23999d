import Pages
import SandboxKit

extension PayerRefusal {
    /// Shown instead of the form.
    func sentence(_ texts: PageTexts) -> String {
        switch self {
        case .unknown: texts[.payerUnknown]
        case .malformed: texts[.payerMalformed]
        case .decided: texts[.payerDecided]
        case .over: texts[.payerOver]
        }
    }
}

extension PayerDecision {
    func sentence(_ texts: PageTexts) -> String {
        switch self {
        case .approved: texts[.payerApproved]
        case .declined: texts[.payerDeclined]
        case .canceled: texts[.payerCanceled]
        case .refused(let code): "\(texts[.payerRefused]) (\(code.rawValue))"
        }
    }
}

extension PayerDecision {
    var tone: NoticePage.Tone {
        switch self {
        case .approved: .ok
        case .declined, .canceled: .info
        case .refused: .bad
        }
    }
}
