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
        _ payment: EcommpayPayment, handle: PageHandle, accounts: [EcommpaySavedAccount], _ state: EcommpaySessionState
    ) -> EcommpayOpenedSession {
        let known = Set(payment.options.additionalFields.map(\.name))
        return EcommpayOpenedSession(
            session: "\(handle)",
            methods: methods(for: payment.options).map { method in
                EcommpayOpenedSession.Method(code: method, form: pageMethods.contains(method) ? .page : .native)
            },
            fields: formFields.filter { !known.contains($0) }.map { EcommpayFormField(name: $0, isRequired: false) },
            accounts: accounts.map { EcommpayOpenedSession.Account(token: $0.token) }, state: state)
    }
}

extension EcommpayPayment {
    /// The form for its app.
    func sessionState(publicURL: String, _ transaction: ReadTransaction) throws -> EcommpaySessionState {
        var payment = EcommpaySessionPayment(payment: shownPayment, token: token, recurring: recurring)
        if isCard, let token {
            payment.account = ["number": .string("**** \(token)"), "type": "test", "card_holder": "Ana Exemplo"]
        }
        var answer = EcommpaySessionState(payment: payment, operation: shownOperation)
        switch state {
        case .awaiting3DSResult:
            answer.issuerPage = try page(EcommpayProvider.issuerPage, publicURL: publicURL, transaction)
        case .awaitingRedirectResult:
            answer.paymentPage = try page(EcommpayProvider.paymentPage, publicURL: publicURL, transaction)
        case .awaitingClarification:
            answer.clarificationFields = EcommpaySession.clarificationFields.map {
                EcommpayFormField(name: $0, isRequired: true)
            }
        case .awaitingCustomer: answer.canRetry = true
        case .opened, .processing, .awaitingCapture, .success, .decline, .cancelled, .partiallyRefunded, .refunded:
            break
        }
        return answer
    }

    private func page(_ page: PayerPage, publicURL: String, _ transaction: ReadTransaction) throws -> String? {
        try PayerApproval.of(id, transaction).map { $0.url(page, publicURL: publicURL) }
    }
}
