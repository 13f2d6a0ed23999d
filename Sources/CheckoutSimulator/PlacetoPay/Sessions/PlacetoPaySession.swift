import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// A session in the database: one payment, in one or several attempts.
struct PlacetoPaySession: ScenarioModel, Hashable {
    static let kind = "session"

    /// An attempt that awaits the bank's response.
    struct Attempt: Hashable {
        var amount: ExactDecimal
        /// `tok_success`, or a token that chooses a scenario.
        var token: String
        /// Why the bank will reject it; nil if it will approve it.
        var refusal: PlacetoPayCode?
        /// True if the session has no further attempt after a rejection.
        var isLast: Bool
    }

    /// `requestId`: counted from 1 for each site.
    var id: String
    /// The request that created it.
    var request: PlacetoPayShownRequest
    /// The ID of the payer's approval, which is the last part of the page's URL.
    var approval: String
    var state = PlacetoPayState.open
    var reason = PlacetoPayCode.pending
    /// The time of the last change of the status.
    var statusDate: Timestamp
    var expiration: Timestamp
    var scenario: PlacetoPayScenario.Choice
    var nextStep: PlannedEvent<PlacetoPayEvent>?
    var refusedRequests = 0
    var transactions: [PlacetoPayTransaction] = []
    /// The token that the payer chose for the next attempt.
    var token: String?
    /// The attempt at the bank; nil if there is none.
    var attempt: Attempt?

    var requestID: Int { Int(id) ?? 0 }
    var texts: PlacetoPayTexts { .of(locale: request.locale) }

    // MARK: Amounts

    var currency: Currency { request.payment.amount.currency }

    /// The sum of the approved attempts.
    var paid: ExactDecimal {
        transactions.filter { $0.status.status == .approved }.reduce(.zero) { $0.adding($1.from.total) ?? $0 }
    }

    var remaining: ExactDecimal { request.payment.amount.total.subtracting(paid) ?? .zero }

    /// The amount of the page's next attempt: half of the whole if the scenario pays in parts.
    func nextAmount(_ scenario: PlacetoPayScenario) -> ExactDecimal {
        guard scenario.paysInParts, request.payment.allowPartial, state == .open,
            let units = request.payment.amount.total.minorUnits(exponent: currency.exponent), units > 1
        else { return remaining }
        return ExactDecimal(minorUnits: units / 2, exponent: currency.exponent)
    }

    var rejectedAttempts: Int { transactions.count { $0.status.status == .rejected } }

    // MARK: The API's form

    var status: PlacetoPayStatus {
        PlacetoPayStatus(state.word, reason: reason, message: texts.message(of: state), at: statusDate)
    }

    var shownStatus: ShownStatus {
        ShownStatus(state.word.rawValue, reason: reason.description, message: texts.message(of: state))
    }

    func information(processURL: String) -> PlacetoPaySessionInformation {
        var request = request
        // The person on the page: the buyer, who can be changed there, unless the request names the payer.
        if !transactions.isEmpty { request.payer = request.payer ?? request.buyer }
        request.fields.append(PlacetoPayField("_processUrl_", processURL))
        return PlacetoPaySessionInformation(
            status: status, requestID: requestID, request: request,
            payment: transactions.isEmpty ? nil : transactions)
    }
}

/// The form in the database.
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
