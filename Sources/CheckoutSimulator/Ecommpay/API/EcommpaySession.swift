import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// An app's session, in the form of its responses.
enum EcommpaySession {
    static let purpose = "session"

    /// Methods besides cards; each opens the Payment Page.
    static let pageMethods = ["neteller", "qiwi", "webmoney"]
    static let methods = [EcommpayPaymentOptions.cardMethod] + pageMethods
    /// The fields that a person may have to complete.
    static let clarificationFields = ["billing_country", "billing_city", "billing_postal", "billing_address"]
    /// The fields of the card form, unless the app provides them.
    private static let formFields = ["first_name", "last_name"]

    /// The methods that a session offers; none if the forced one does not exist.
    static func methods(for options: EcommpayPaymentOptions) -> [String] {
        guard let forced = options.forcePaymentMethod, !forced.isEmpty else { return methods }
        return methods.filter { $0 == forced }
    }

    /// The response for a new or resumed session.
    static func opened(
        _ payment: EcommpayPayment, handle: PageHandle, accounts: [EcommpaySavedAccount], _ shown: JSONObject
    ) -> JSON {
        let known = Set(payment.options.additionalFields.map(\.name))
        var answer: JSONObject = [
            "session": .string("\(handle)"),
            "payment_methods": .array(
                methods(for: payment.options).map { method in
                    ["code": .string(method), "form": .string(pageMethods.contains(method) ? "page" : "native")]
                }),
            "languages": .array(EcommpayPaymentOptions.Language.allCases.map { .string($0.rawValue) }),
            "fields": .array(
                formFields.filter { !known.contains($0) }.map { ["name": .string($0), "required": false] }),
            "saved_accounts": .array(accounts.map(\.shown)),
        ]
        for (name, value) in shown { answer[name] = value }
        return .object(answer)
    }
}

extension EcommpayPayment {
    /// The form for its app.
    func sessionAnswer(publicURL: String, _ transaction: ReadTransaction) throws -> JSONObject {
        var payment = shownPayment.json.objectValue ?? [:]
        payment["token"] = token.map(JSON.string)
        if isCard, let token {
            payment["account"] = ["number": .string("**** \(token)"), "type": "test", "card_holder": "Ana Exemplo"]
        }
        payment["recurring"] = recurring.map(JSON.object)
        var answer: JSONObject = ["payment": .object(payment)]
        answer["operation"] = shownOperation?.json
        switch state {
        case .awaiting3DSResult:
            answer["acs_url"] = try page(EcommpayProvider.issuerPage, publicURL: publicURL, transaction)
        case .awaitingRedirectResult:
            answer["redirect_url"] = try page(EcommpayProvider.paymentPage, publicURL: publicURL, transaction)
        case .awaitingClarification:
            answer["clarification_fields"] = .array(
                EcommpaySession.clarificationFields.map { ["name": .string($0), "required": true] })
        case .awaitingCustomer: answer["cascading_with_redirect"] = true
        case .opened, .processing, .awaitingCapture, .success, .decline, .cancelled, .partiallyRefunded, .refunded:
            break
        }
        return answer
    }

    private func page(_ page: PayerPage, publicURL: String, _ transaction: ReadTransaction) throws -> JSON? {
        try PayerApproval.of(id, transaction).map { .string($0.url(page, publicURL: publicURL)) }
    }
}
