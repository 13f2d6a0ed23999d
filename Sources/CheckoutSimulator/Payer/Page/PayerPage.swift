import Sandbox
import SandboxKit
import ToqueEncoding

/// A page for the payer's decision.
package struct PayerPage: Sendable {
    /// `?passkey=new` registers another passkey, such as another browser's.
    static let passkeyParameter = "passkey"
    static let newPasskey = "new"

    /// The path of its route: `{handle}` is the approval's ID, `{object}` the payment's.
    package let path: String
    /// The requesting institution, such as an invented bank.
    package let title: String
    /// True if it has a cancel button.
    package let canCancel: Bool

    package init(path: String, title: String, canCancel: Bool = false) {
        self.path = path
        self.title = title
        self.canCancel = canCancel
    }

    func path(of approval: PayerApproval) -> String {
        path.replacing("{handle}", with: approval.id).replacing("{object}", with: approval.object)
    }

    func takes(_ choice: PayerSubmission.Choice) -> Bool { choice != .cancel || canCancel }

    // MARK: For a browser

    /// - Parameters:
    ///   - ceremonies: nil if a button is enough.
    ///   - other: the payer's choices before the decision.
    func form(
        _ approval: PayerApproval, _ ceremonies: PayerCeremonies?, other: PageForm?, _ language: PayerLanguage
    ) -> SandboxResponse {
        let texts = PayerTexts.of(language)
        var choices = [("approve", texts.approve), ("decline", texts.decline)]
        if canCancel { choices.append(("cancel", texts.cancel)) }
        return DecisionPage.response(
            language: language.rawValue, title: title, text: texts.question,
            details: [
                (texts.payee, approval.payee), (texts.amount, "\(approval.amount) \(approval.currency)"),
                (texts.currency, approval.currency), (texts.reference, approval.reference),
                (texts.account, "\(PayerSeeds.payerName), \(approval.currency)"),
            ], choices: choices, footer: texts.footer, other: other,
            link: ceremonies.flatMap { ceremonies in
                ceremonies.registrationOptions == nil
                    ? (texts.otherPasskey, "?\(Self.passkeyParameter)=\(Self.newPasskey)") : nil
            }, script: ceremonies.map { $0.script(texts) }
        ).assuming(PayerFidelity.page)
    }

    func refusal(_ refusal: PayerRefusal, _ language: PayerLanguage) -> SandboxResponse {
        notice(PayerTexts.of(language).sentence(refusal), status: refusal.status, language)
    }

    /// Why a form of the page was refused, with a link back to the page.
    /// - Parameter back: relative to the form's target.
    func problem(_ sentence: String, back: String, _ language: PayerLanguage) -> SandboxResponse {
        notice(sentence, status: 400, language, link: (PayerTexts.of(language).goBackToPage, back))
    }

    /// The response to a decision: a redirect, or a page with the result.
    /// - Parameter next: the payer's next address; nil if they go back on their own.
    func result(
        _ decision: PayerDecision, _ answer: PayerReturn, next: String?, _ language: PayerLanguage
    ) -> SandboxResponse {
        if let location = answer.location, !answer.showsResult, decision.verdict == nil {
            return SandboxResponse(
                status: 303, headers: DecisionPage.securityHeaders + [("Location", location)]
            ).assuming(PayerFidelity.page)
        }
        let texts = PayerTexts.of(language)
        var text = texts.sentence(decision)
        if next == nil { text += " \(texts.goBack)" }
        return notice(
            text, status: 200, language, link: next.map { (texts.goOn, $0) },
            refreshesTo: decision.verdict == nil ? answer.location : nil)
    }

    private func notice(
        _ sentence: String, status: Int, _ language: PayerLanguage, link: (label: String, url: String)? = nil,
        refreshesTo location: String? = nil
    ) -> SandboxResponse {
        DecisionPage.response(
            language: language.rawValue, title: title, text: sentence, footer: PayerTexts.of(language).footer,
            status: status, link: link, refreshesTo: location
        ).assuming(PayerFidelity.page)
    }

    // MARK: For a program

    /// - Parameter ceremonies: nil if a button is enough.
    func json(_ approval: PayerApproval, _ ceremonies: PayerCeremonies?) -> SandboxResponse {
        var members: JSONObject = [
            "payee": .string(approval.payee), "amount": .string(approval.amount),
            "currency": .string(approval.currency), "reference": .string(approval.reference),
            "object": .string(approval.object), "chance": .base64URL(approval.chance),
            "expires_at": .text(approval.expiresAt?.description),
        ]
        members["registration"] = ceremonies?.registrationOptions?.json
        members["authentication"] = ceremonies?.authenticationOptions.json
        return .json(.object(members)).assuming(PayerFidelity.page)
    }

    func json(_ decision: PayerDecision, _ answer: PayerReturn) -> SandboxResponse {
        var members: JSONObject = ["outcome": .string(decision.outcome.rawValue)]
        members["code"] = decision.verdict.map { .string($0.rawValue) }
        members["location"] = .text(answer.location)
        members["status"] = answer.status.map(JSON.string)
        return .json(.object(members)).assuming(PayerFidelity.page)
    }
}
