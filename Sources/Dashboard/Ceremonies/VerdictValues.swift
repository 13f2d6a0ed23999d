import Pages
import ToqueEncoding

/// A verdict as pages show it: `toque verify` prints the same one.
struct VerdictValues {
    private let verdict: JSON
    private let texts: PageTexts

    /// - Parameter verdict: a verdict line of `toque verify`.
    init(_ verdict: JSON, _ texts: PageTexts) {
        self.verdict = verdict
        self.texts = texts
    }

    var isValid: Bool { verdict["verdict"]?.stringValue == "valid" }
    private var code: String? { verdict["code"]?.stringValue }
    private var checks: [JSON] { verdict["checks"]?.arrayValue ?? [] }

    /// The check that made the ceremony invalid.
    var failedCheck: JSON? { isValid ? nil : checks.last { $0["passed"]?.boolValue == false } }

    /// The code, or that there is none.
    var badge: [String: Any] { ["tone": isValid ? "ok" : "bad", "text": text] }

    var text: String { code ?? texts[isValid ? .ceremonyValid : .ceremonyInvalid] }

    /// For the template `verdict`.
    /// - Parameters:
    ///   - heading: distinguishes the verdicts of one page.
    ///   - isShort: of the checks, shows only the one that failed.
    func values(heading: String, isShort: Bool = false) -> [String: Any] {
        let failed = failedCheck
        // The failing one first, then the others in the specification's order.
        let others = isShort ? [] : checks.filter { $0 != failed }
        return [
            "heading": heading, "badge": badge, "code": code ?? "",
            "explanation": code.flatMap { texts.explanation(ofVerdict: $0) } ?? "",
            "message": verdict["message"]?.stringValue ?? "", "refused": !isValid,
            "hasChecks": failed != nil || !others.isEmpty, "stopped": failed != nil,
            "checks": (failed.map { [check($0, isFailure: true)] } ?? []) + others.map { check($0, isFailure: false) },
        ]
    }

    private func check(_ check: JSON, isFailure: Bool) -> [String: Any] {
        let passed = check["passed"]?.boolValue ?? false
        let text: PageText = passed ? .ceremonyPassed : isFailure ? .ceremonyFailed : .ceremonyReported
        return [
            "check": check["check"]?.stringValue ?? "", "section": check["section"]?.stringValue ?? "",
            "step": check["step"]?.intValue.map(String.init) ?? "", "failing": isFailure,
            "tone": passed ? "ok" : isFailure ? "bad" : "amber", "outcome": texts[text],
        ]
    }
}
