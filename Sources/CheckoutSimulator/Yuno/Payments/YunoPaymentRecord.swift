import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// A payment as Yuno and the sandbox keep it.
struct YunoPaymentRecord: ScenarioModel {
    static let kind = "payment"
    var id: String { payment.id }

    /// With its transactions, the first of which is the payment itself.
    var payment: YunoPayment
    var state: YunoPaymentState
    var scenario: YunoScenario.Choice
    /// What the other side does when its timer is due.
    var nextStep: PlannedEvent<YunoPaymentEvent>?
    var refusedRequests = 0
    var method: YunoPaymentMethodType
    /// False: a card's amount is held for a capture.
    var capture = true
    var callbackURL: String?
    /// What the last webhook told, so that none tells the same.
    var told: String?

    /// Why the payment ended badly; nil where it did not.
    var code: YunoResponseCode?
    var message: String?
    /// What the merchant asks for, while it is carried out.
    var operation: YunoOperation?

    init(
        payment: YunoPayment, method: YunoPaymentMethodType, state: YunoPaymentState, scenario: YunoScenario.Choice,
        capture: Bool = true, callbackURL: String? = nil
    ) {
        self.payment = payment
        self.method = method
        self.state = state
        self.scenario = scenario
        self.capture = capture
        self.callbackURL = callbackURL
    }

    var shownStatus: ShownStatus {
        ShownStatus(payment.status.status, reason: code?.rawValue, message: message)
    }

    /// - Throws: `SandboxError` where there is none of this id.
    static func known(_ id: String, _ transaction: ReadTransaction) throws -> YunoPaymentRecord {
        guard let id = UUIDSyntax.canonical(id), let record = try find(id, transaction) else {
            throw SandboxError(.paymentNotFound, "There is no such payment.")
        }
        return record
    }

    var amount: YunoAmount { payment.amount?.total ?? YunoAmount(currency: .blank, value: .zero) }

    var first: YunoTransaction? { payment.transactions.first }

    /// Where a method that left the app leads back to; nil for another, and while nothing is decided.
    var deepLink: String? {
        guard method == .mercadoPagoCheckoutPro, state != .redirected else { return nil }
        let session = payment.checkout?.session ?? ""
        return callbackURL.map { YunoDeepLink(session: session, status: payment.status.status).url($0) }
    }
}

/// What a merchant asks for: a capture, a cancellation or a refund.
struct YunoOperation: Sendable, Hashable {
    /// Nil for all that there is.
    var amount: ExactDecimal?
    var merchantReference: String?
    var reason: String?
}

extension YunoPaymentRecord: JSONStructure {
    static let blank = YunoPaymentRecord(payment: .blank, method: .pix, state: .codeShown, scenario: .blank)

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("payment", &payment)
        coder.required("state", &state)
        coder.required("scenario", &scenario)
        coder.optional("next_step", &nextStep)
        coder.unlessZero("refused_requests", &refusedRequests)
        coder.required("method", &method)
        coder.required("capture", &capture)
        coder.optional("callback_url", &callbackURL)
        coder.optional("told", &told)
        coder.optional("code", &code)
        coder.optional("message", &message)
    }
}
