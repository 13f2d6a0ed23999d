import Pages
import PixAPI
import Sandbox
import SandboxKit
import ToqueEncoding

/// A request that waits for the account holder's decision, as the bank's page shows it.
struct OpenApproval: Sendable {
    let record: EnrollmentRecord
    let scenario: PixScenario
    let institution: String
    let accounts: [HolderAccount]
    let now: Timestamp
}

/// The page for the account holder's decision, and the notices that replace it.
struct ApprovalPage: Sendable {
    /// The bank asks in the country's language unless the visitor has another.
    static let usualLanguage = PageLanguage.portuguese

    let visitor: PageVisitor
    private var texts: PageTexts { .of(visitor.language) }

    // MARK: The decision

    /// - Parameters:
    ///   - isFrozen: true if the tenant's clock stands.
    ///   - expiry: the target of the form that lets the time run out, relative to the page.
    ///   - dashboard: the URL of the enrollment in the dashboard; nil if there is none.
    ///   - command: the `toque` command of words.
    func form(
        _ open: OpenApproval, shop: String, durations: PixSimulator.Durations, isFrozen: Bool, expiry: String,
        dashboard: String?, command: ([String]) -> String
    ) -> SandboxResponse {
        let (record, details) = (open.record, open.record.enrollment.details)
        let first = open.accounts.first?.account.number ?? ""
        var values: [String: Any] = [
            "institution": Monogram(of: open.institution).values, "shop": shop, "account": first.shortNumber,
            "device": details.name ?? texts[.bankUnnamed], "system": system(record),
            "emulated": record.riskSignals["isEmulated"] == true, "holder": record.customerIdentifier.shownToHolder,
            "validity": validity(open.now, durations), "footer": texts[.bankFooter],
            "testers": testers(open, expiry: expiry, dashboard: dashboard, command: command),
        ]
        if open.accounts.count > 1 {
            values["accounts"] = ["list": open.accounts.enumerated().map { option($1, isFirst: $0 == 0) }]
        }
        values["time"] = time(
            until: record.enrollment.createdAt + durations.decision, open.now, isFrozen: isFrozen)
        return SandboxResponse.page(
            HTMLPage(.bank, title: texts[.bankTitle], values, modules: [.countdown, .copying]), for: visitor
        ).assuming(.bankPage)
    }

    private func option(_ account: HolderAccount, isFirst: Bool) -> [String: Any] {
        let values: KeyValuePairs = [
            "branch": account.account.agency, "number": account.account.number.shortNumber,
        ]
        return ["id": account.id, "label": texts[.bankBranch, values], "checked": isFirst]
    }

    /// Such as `iOS 17.5`.
    private func system(_ record: EnrollmentRecord) -> String {
        let version = record.riskSignals["osVersion"]?.stringValue ?? ""
        switch record.enrollment.details.platform {
        case .ios: return "iOS \(version)"
        case .android: return "Android \(version)"
        case .browser, .crossPlatform: return version
        }
    }

    private func validity(_ now: Timestamp, _ durations: PixSimulator.Durations) -> String {
        let days = durations.validity.components.seconds / 86_400
        return texts[
            .bankValidity, ["days": "\(days)", "date": PageFormat(visitor.language).date(now + durations.validity)]]
    }

    private func time(until end: Timestamp, _ now: Timestamp, isFrozen: Bool) -> [String: Any] {
        let left = max(0, (end - now).components.seconds)
        let remaining = left >= 60 ? "\((left + 30) / 60) min" : "\(left) s"
        func text(_ time: String) -> String {
            texts[.bankTimeLeft, ["time": time, "until": PageFormat(visitor.language).time(end)]]
        }
        var values: [String: Any] = ["text": text(remaining), "end": end.description]
        // A clock in the browser would go on while the sandbox's stands.
        if isFrozen {
            values["frozen"] = texts[.bankTimeStands]
        } else {
            values["countdown"] = ["seconds": "\(left)", "pattern": text("{time}")]
        }
        return values
    }

    private func testers(
        _ open: OpenApproval, expiry: String, dashboard: String?, command: ([String]) -> String
    ) -> [String: Any] {
        let id = open.record.id
        let isUsual = open.scenario.name == PixScenario.success.name
        let effect =
            open.scenario.redirectError.map { texts[.bankAlwaysAnswers, ["error": $0]] }
            ?? (isUsual ? texts[.bankUsual] : nil)
        var values: [String: Any] = [
            "enrollment": id, "scenario": open.scenario.name, "usual": isUsual,
            "effect": ["text": effect ?? open.scenario.summary, "english": effect == nil] as [String: Any],
            "setScenario": command(["sandbox", "scenario", "set", "NAME", "--object", id]),
            "decisions": [
                ["label": texts[.bankApprove], "command": command(["sandbox", "approve", id])],
                ["label": texts[.bankDecline], "command": command(["sandbox", "decline", id])],
            ],
            "errors": OAuthError.known.map {
                ["error": $0, "command": command(["sandbox", "decline", id, "--error", $0])]
            },
            "expiry": ["url": expiry, "command": command(["sandbox", "expire", id])],
        ]
        values["dashboard"] = dashboard
        return values
    }

    // MARK: Notices

    /// - Parameter institution: the bank's name; nil if the page is no bank's.
    func refusal(_ refusal: ApprovalRefusal, institution: String?) -> SandboxResponse {
        notice(refusal.notice(texts), status: refusal.status, institution: institution)
    }

    /// The form of a page of another site.
    func foreignForm() -> SandboxResponse {
        notice(ApprovalNotice(.warning, texts[.bankMalformedTitle], texts[.pageForeignForm]), status: 403)
    }

    /// The bank's redirect target if an enrollment has no callback URL.
    func returned() -> SandboxResponse {
        notice(ApprovalNotice(.ok, texts[.bankReturnedTitle], texts[.bankReturned]), status: 200)
    }

    private func notice(_ notice: ApprovalNotice, status: Int, institution: String? = nil) -> SandboxResponse {
        NoticePage(
            notice.tone, title: notice.title, text: notice.text, reason: notice.reason, next: notice.next,
            footer: texts[.bankFooter], institution: institution ?? "Sandbox"
        ).response(to: visitor, status: status).assuming(.bankPage)
    }
}

/// A sentence in place of the form, with the reason and the next step.
struct ApprovalNotice: Sendable {
    let tone: NoticePage.Tone
    let title: String
    let text: String
    /// The API's code and message.
    let reason: (code: String, message: String?)?
    let next: String?

    init(
        _ tone: NoticePage.Tone, _ title: String, _ text: String, of ended: Enrollment? = nil, next: String? = nil
    ) {
        self.tone = tone
        self.title = title
        self.text = text
        reason = ended.flatMap { ended in
            ended.statusReasonCode.map { (code: $0.rawValue, message: ended.statusReasonMessage) }
        }
        self.next = next
    }
}

extension ApprovalRefusal {
    func notice(_ texts: PageTexts) -> ApprovalNotice {
        switch self {
        case .unknown:
            ApprovalNotice(.warning, texts[.bankUnknownTitle], texts[.bankUnknown], next: texts[.bankOpenAgain])
        case .malformed:
            ApprovalNotice(.warning, texts[.bankMalformedTitle], texts[.bankMalformed], next: texts[.bankOpenAgain])
        case .decided: ApprovalNotice(.info, texts[.bankDecidedTitle], texts[.bankDecided], next: texts[.bankGoBack])
        case .ended(let enrollment) where enrollment.isTooLate:
            ApprovalNotice(
                .warning, texts[.bankExpiredTitle], texts[.bankExpired], of: enrollment, next: texts[.bankStartAgain])
        case .ended(let enrollment) where enrollment.status == .canceled:
            ApprovalNotice(
                .warning, texts[.bankCanceledTitle], texts[.bankCanceled], of: enrollment,
                next: texts[.bankStartAgain])
        case .ended(let enrollment):
            ApprovalNotice(
                .bad, texts[enrollment.isOfBankDown ? .bankDownTitle : .bankFailedTitle], texts[.bankFailed],
                of: enrollment, next: texts[enrollment.isOfBankDown ? .bankTryLater : .bankStartAgain])
        }
    }
}

extension Enrollment {
    fileprivate var isOfBankDown: Bool { statusReasonCode == .institutionInfraFailed }
}

extension String {
    /// An account's number with four asterisks: `****6789`.
    fileprivate var shortNumber: String { "****" + drop { $0 == "*" } }
}
