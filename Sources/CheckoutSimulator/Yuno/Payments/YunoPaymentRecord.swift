import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// A payment in the database.
struct YunoPaymentRecord: ScenarioModel {
    static let kind = "payment"
    var id: String { payment.id }

    /// With its transactions; the first one is the payment itself.
    var payment: YunoPayment
    var state: YunoPaymentState
    var scenario: YunoScenario.Choice
    /// The other side's step when its timer ends.
    var nextStep: PlannedEvent<YunoPaymentEvent>?
    var refusedRequests = 0
    var method: YunoPaymentMethodType
    /// False holds a card's amount for a capture.
    var capture = true
    var callbackURL: String?
    /// The content of the last webhook, to avoid repeating it.
    var told: String?

    /// Why the payment failed; nil if it did not.
    var code: YunoResponseCode?
    var message: String?
    /// The merchant's operation, while it is carried out.
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

    /// - Throws: `SandboxError` if this ID does not exist.
    static func known(_ id: String, _ transaction: ReadTransaction) throws -> YunoPaymentRecord {
        guard let id = UUIDSyntax.canonical(id), let record = try find(id, transaction) else {
            throw SandboxError(.paymentNotFound, "There is no such payment.")
        }
        return record
    }

    var amount: YunoAmount { payment.amount?.total ?? YunoAmount(currency: .blank, value: .zero) }

    var first: YunoTransaction? { payment.transactions.first }

    /// The return URL of a method that left the app; nil for other methods and until there is a decision.
    var deepLink: String? {
        guard method == .mercadoPagoCheckoutPro, state != .redirected else { return nil }
        let session = payment.checkout?.session ?? ""
        return callbackURL.map { YunoDeepLink(session: session, status: payment.status.status).url($0) }
    }
}

/// A merchant's operation: a capture, a cancellation or a refund.
struct YunoOperation: Sendable, Hashable {
    /// nil for the whole amount.
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
