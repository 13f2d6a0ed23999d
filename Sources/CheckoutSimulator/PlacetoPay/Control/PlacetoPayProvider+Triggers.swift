import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

extension PlacetoPayProvider {
    /// The events that control can trigger.
    enum TriggerEvent: String, CaseIterable {
        case pending = "session.pending"
        case approvedPartial = "session.approved_partial"
        case approved = "session.approved"
        case rejected = "session.rejected"
        case partialExpired = "session.partial_expired"
        case transactionRejected = "transaction.rejected"

        /// The first one is the default.
        var reasons: [PlacetoPayCode] {
            switch self {
            case .rejected: [.attemptsExhausted, .abandonedByUser, .canceledByMerchant, .expired]
            case .transactionRejected: [.declined, .insufficientFunds, .overLimit, .tooManyUses]
            case .pending, .approvedPartial, .approved, .partialExpired: []
            }
        }

        private var summary: String {
            switch self {
            case .pending: "An unpaid session."
            case .approvedPartial: "A half-paid session."
            case .approved: "A paid session."
            case .rejected: "A rejected session."
            case .partialExpired: "A half-paid session that has expired."
            case .transactionRejected: "A session with a rejected attempt, open for another."
            }
        }

        var verb: ControlVerb {
            var parameters: [ControlVerb.Parameter] = [
                .init("reference", "Set your own reference. Default: trigger."),
                .init("amount", "Pay this amount in major units. Default: 100.00.", kind: "amount"),
                .init("currency", "Pay in this currency (ISO 4217). Default: COP.", kind: "currency"),
            ]
            if let usual = reasons.first {
                parameters.append(
                    .init(
                        "reason", "Reject for this reason. Default: \(usual).", kind: "code",
                        values: reasons.map(\.description)))
            }
            return ControlVerb(rawValue, summary, parameters)
        }
    }

    var triggers: [ControlVerb] { TriggerEvent.allCases.map(\.verb) }

    /// Creates a session whose history ends in the event, through the state machine and without delays.
    func trigger(
        _ event: String, parameters: JSONObject, publicURL: String, _ transaction: Transaction
    ) throws -> JSON {
        guard let event = TriggerEvent(rawValue: event) else {
            throw SandboxError.unknownEvent(event)
        }
        let reason = try reason(of: event, parameters)
        var (session, approval) = try makeSession(
            request(parameters, inParts: event == .approvedPartial || event == .partialExpired),
            expiration: transaction.now + configuration.durations.session, choice(of: event, reason), transaction)
        switch event {
        case .pending: break
        case .approved, .approvedPartial, .transactionRejected:
            _ = try decide(.approved(nil), on: approval, publicURL: publicURL, transaction)
        case .partialExpired:
            _ = try decide(.approved(nil), on: approval, publicURL: publicURL, transaction)
            session = try .existing(session.id, transaction)
            try process.require(.expired, to: &session, transaction)
        case .rejected: try reject(&session, on: approval, because: reason, publicURL: publicURL, transaction)
        }
        return try information(of: .existing(session.id, transaction), publicURL: publicURL, transaction).json
    }

    private func reason(
        of event: TriggerEvent, _ parameters: JSONObject
    ) throws(SandboxError) -> PlacetoPayCode? {
        guard let text = try parameters.text("reason") else { return event.reasons.first }
        guard let reason = event.reasons.first(where: { $0.description == text }) else {
            let list = event.reasons.map(\.description).joined(separator: ", ")
            throw .invalid("reason", "Found \(text.quoted), expected one of \(list).")
        }
        return reason
    }

    /// Chooses a scenario only for the bank's results; other ends of a session are applied below.
    private func choice(of event: TriggerEvent, _ reason: PlacetoPayCode?) -> PlacetoPayScenario.Choice {
        let name =
            switch event {
            case .approvedPartial, .partialExpired: "session.partial"
            case .transactionRejected: "transaction.\(reason ?? .declined)"
            case .rejected where reason == .attemptsExhausted: "transaction.\(PlacetoPayCode.attemptsExhausted)"
            case .pending, .approved, .rejected: PlacetoPayScenario.success.name
            }
        return PlacetoPayScenario.Choice(name: name, source: .control)
    }

    private func reject(
        _ session: inout PlacetoPaySession, on approval: PayerApproval, because reason: PlacetoPayCode?,
        publicURL: String, _ transaction: Transaction
    ) throws {
        switch reason {
        case .abandonedByUser: try process.require(.abandoned, to: &session, transaction)
        case .canceledByMerchant: try process.require(.canceledByMerchant, to: &session, transaction)
        case .expired: try process.require(.expired, to: &session, transaction)
        default: _ = try decide(.approved(nil), on: approval, publicURL: publicURL, transaction)
        }
    }

    private func request(_ parameters: JSONObject, inParts: Bool) throws(SandboxError) -> PlacetoPayShownRequest {
        let name = try parameters.text("currency") ?? "COP"
        guard let currency = Currency(name) else {
            throw .invalid("currency", "Found \(name.quoted), expected a currency of ISO 4217, such as COP.")
        }
        let text = try parameters.text("amount") ?? (currency.exponent < 2 ? "100" : "100.00")
        guard let amount = ExactDecimal(text), amount > .zero,
            let units = amount.minorUnits(exponent: currency.exponent), !inParts || units > 1
        else {
            throw .invalid(
                "amount", "Found \(text.quoted), expected an amount above 0 with at most \(currency.exponent) decimals."
            )
        }
        let reference = try parameters.text("reference") ?? "trigger"
        guard (1...PlacetoPayLimit.reference).contains(reference.unicodeScalars.count),
            !reference.unicodeScalars.contains(where: \.isControl)
        else { throw .invalid("reference", "Expected 1 to \(PlacetoPayLimit.reference) characters.") }
        var request = PlacetoPayShownRequest(
            payment: PlacetoPayPayment(
                reference: reference, amount: PlacetoPayAmount(currency: currency, total: amount),
                allowPartial: inParts))
        request.returnURL = "https://loja.example/return"
        return request
    }
}
