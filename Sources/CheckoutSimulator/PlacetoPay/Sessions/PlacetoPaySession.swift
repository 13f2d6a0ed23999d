import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// A session as Checkout keeps it: one payment, in one or several attempts.
struct PlacetoPaySession: ScenarioModel, Hashable {
    static let kind = "session"

    /// An attempt that the bank has to answer.
    struct Attempt: Hashable {
        var amount: ExactDecimal
        /// `tok_success`, or one that chooses a scenario.
        var token: String
        /// Why it is to be rejected; nil where it is to be approved.
        var refusal: PlacetoPayCode?
        /// Whether the session has no other where it is rejected.
        var isLast: Bool
    }

    /// `requestId`: counted from 1 on for each site.
    var id: String
    /// What it was made with.
    var request: PlacetoPayShownRequest
    /// Id of the payer's approval, which is the last part of the page's URL.
    var approval: String
    var state = PlacetoPayState.open
    var reason = PlacetoPayCode.pending
    /// When the status became what it is.
    var statusDate: Timestamp
    var expiration: Timestamp
    var scenario: PlacetoPayScenario.Choice
    var nextStep: PlannedEvent<PlacetoPayEvent>?
    var refusedRequests = 0
    var transactions: [PlacetoPayTransaction] = []
    /// The token that the payer has chosen for the next attempt.
    var token: String?
    /// What the bank has to answer; nil where nothing is under way.
    var attempt: Attempt?

    var requestID: Int { Int(id) ?? 0 }
    var texts: PlacetoPayTexts { .of(locale: request.locale) }

    // MARK: Amounts

    var currency: Currency { request.payment.amount.currency }

    /// What approved attempts have paid.
    var paid: ExactDecimal {
        transactions.filter { $0.status.status == .approved }.reduce(.zero) { $0.adding($1.from.total) ?? $0 }
    }

    var remaining: ExactDecimal { request.payment.amount.total.subtracting(paid) ?? .zero }

    /// What the page asks for next: half of the whole where the scenario has the payer pay in parts.
    func nextAmount(_ scenario: PlacetoPayScenario) -> ExactDecimal {
        guard scenario.paysInParts, request.payment.allowPartial, state == .open,
            let units = request.payment.amount.total.minorUnits(exponent: currency.exponent), units > 1
        else { return remaining }
        return ExactDecimal(minorUnits: units / 2, exponent: currency.exponent)
    }

    var rejectedAttempts: Int { transactions.count { $0.status.status == .rejected } }

    // MARK: As the API shows it

    var status: PlacetoPayStatus {
        PlacetoPayStatus(state.word, reason: reason, message: texts.message(of: state), at: statusDate)
    }

    var shownStatus: ShownStatus {
        ShownStatus(state.word.rawValue, reason: reason.description, message: texts.message(of: state))
    }

    func information(processURL: String) -> PlacetoPaySessionInformation {
        var request = request
        // Whom the page has seen: the buyer, who may be changed there, unless the request names who pays.
        if !transactions.isEmpty { request.payer = request.payer ?? request.buyer }
        request.fields.append(PlacetoPayField("_processUrl_", processURL))
        return PlacetoPaySessionInformation(
            status: status, requestID: requestID, request: request,
            payment: transactions.isEmpty ? nil : transactions)
    }
}

/// As the database keeps it.
extension PlacetoPaySession: JSONStructure {
    static let blank = PlacetoPaySession(
        id: "", request: PlacetoPayShownRequest.blank, approval: "", statusDate: .epoch, expiration: .epoch,
        scenario: .blank)

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.check("id", requestID > 0 && id == "\(requestID)" ? nil : "a number from 1 on, in digits")
        coder.required("request", &request)
        coder.required("approval", &approval)
        coder.required("state", &state)
        coder.required("reason", &reason)
        coder.required("status_date", &statusDate)
        coder.required("expiration", &expiration)
        coder.required("scenario", &scenario)
        coder.optional("next_step", &nextStep)
        coder.unlessZero("refused_requests", &refusedRequests)
        coder.optional("transactions", &transactions)
        coder.optional("token", &token)
        coder.optional("attempt", &attempt)
    }
}

extension PlacetoPaySession.Attempt: JSONStructure {
    static let blank = PlacetoPaySession.Attempt(amount: .zero, token: "", isLast: false)

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("amount", &amount)
        coder.required("token", &token)
        coder.optional("refusal", &refusal)
        coder.required("is_last", &isLast)
    }
}
