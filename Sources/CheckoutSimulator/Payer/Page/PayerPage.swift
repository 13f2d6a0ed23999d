import Pages
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

    /// The payer is asked in the browser's language, English otherwise.
    static func visitor(_ request: SandboxRequest) -> PageVisitor { request.visitor(usual: .english) }

    func takes(_ choice: PayerSubmission.Choice) -> Bool { choice != .cancel || canCancel }

    // MARK: For a browser

    /// - Parameters:
    ///   - ceremonies: nil if a button is enough.
    ///   - other: the payer's choices before the decision.
    func form(
        _ approval: PayerApproval, _ ceremonies: PayerCeremonies?, other: PageForm?, _ visitor: PageVisitor
    ) -> SandboxResponse {
        let texts = PageTexts.of(visitor.language)
        let amount = PageFormat(visitor.language).amount(approval.amount, approval.currency)
        var choices = [("approve", texts[.payerApprove]), ("decline", texts[.payerDecline])]
        if canCancel { choices.append(("cancel", texts[.payerCancel])) }
        return DecisionPage.response(
            to: visitor, title: title, text: texts[.payerQuestion], headline: amount,
            details: [
                (texts[.payerPayee], approval.payee), (texts[.payerAmount], amount),
                (texts[.payerCurrency], approval.currency), (texts[.payerReference], approval.reference),
                (texts[.payerAccount], "\(PayerSeeds.payerName), \(approval.currency)"),
            ], choices: choices, footer: texts[.payerFooter], other: other,
            link: ceremonies.flatMap { ceremonies in
                ceremonies.registrationOptions == nil
                    ? (texts[.payerOtherPasskey], "?\(Self.passkeyParameter)=\(Self.newPasskey)") : nil
            }, script: ceremonies.map { $0.script(texts) }
        ).assuming(PayerFidelity.page)
    }

    func refusal(_ refusal: PayerRefusal, _ visitor: PageVisitor) -> SandboxResponse {
        notice(.warning, refusal.sentence(.of(visitor.language)), status: refusal.status, visitor)
    }

    /// The form of a page of another site.
    func foreignForm(_ visitor: PageVisitor) -> SandboxResponse {
        notice(.warning, PageTexts.of(visitor.language)[.pageForeignForm], status: 403, visitor)
    }

    /// Why a form of the page was refused, with a link back to the page.
    /// - Parameter back: relative to the form's target.
    func problem(_ error: SandboxError, back: String, _ visitor: PageVisitor) -> SandboxResponse {
        let texts = PageTexts.of(visitor.language)
        return notice(
            .bad, texts[.payerWrongChoice], status: 400, visitor, reason: (error.field ?? error.code, error.message),
            link: (texts[.payerGoBackToPage], back))
    }

    /// The response to a decision: a redirect, or a page with the result.
    /// - Parameter next: the payer's next address; nil if they go back on their own.
    func result(
        _ decision: PayerDecision, _ answer: PayerReturn, next: String?, _ visitor: PageVisitor
    ) -> SandboxResponse {
        if let location = answer.location, !answer.showsResult, decision.verdict == nil {
            return SandboxResponse.redirect(to: location).assuming(PayerFidelity.page)
        }
        let texts = PageTexts.of(visitor.language)
        var text = decision.sentence(texts)
        if next == nil { text += " \(texts[.payerGoBack])" }
        return notice(
            decision.tone, text, status: 200, visitor, link: next.map { (texts[.pageGoOn], $0) },
            refreshesTo: decision.verdict == nil ? answer.location : nil)
    }

    private func notice(
        _ tone: NoticePage.Tone, _ sentence: String, status: Int, _ visitor: PageVisitor,
        reason: (code: String, message: String?)? = nil, link: (label: String, url: String)? = nil,
        refreshesTo location: String? = nil
    ) -> SandboxResponse {
        NoticePage(
            tone, title: title, text: sentence, reason: reason, footer: PageTexts.of(visitor.language)[.payerFooter],
            institution: title, link: link, refreshesTo: location
        ).response(to: visitor, status: status).assuming(PayerFidelity.page)
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
