import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// The process of payments, with its webhooks.
struct YunoPaymentProcess: ScenarioProcess {
    static let machine = YunoPaymentMachine.table
    static let clocks = YunoPaymentMachine.clocks

    let durations: YunoDurations

    // MARK: Steps

    func step(of record: YunoPaymentRecord, by scenario: YunoScenario) -> YunoStep? { scenario.steps[record.state] }

    func usualStep(of record: YunoPaymentRecord) -> PlannedStep<YunoPaymentEvent, YunoDurations>? {
        switch record.state {
        case .codePaid, .sheetSent, .redirectPaid: PlannedStep(.approved, after: .atOnce)
        case .cardSent, .authenticated:
            PlannedStep(
                record.amount.value == .zero ? .verified : record.capture ? .approved : .authorized, after: .atOnce)
        case .codeShown, .sessionReady, .sheetShown, .challenged, .authorized, .redirected, .approved, .captured,
            .partiallyCaptured, .partiallyRefunded, .verified, .declined, .fraudDeclined, .rejected, .fraud, .error,
            .expired, .canceled, .refunded:
            nil
        }
    }

    /// Takes the other side's step during the request, if it has no delay.
    func answer(_ record: inout YunoPaymentRecord, _ transaction: Transaction) throws {
        guard YunoPaymentState.automatic.contains(record.state) else { return }
        switch step(of: record, by: try record.currentScenario(transaction)) {
        case nil, .event(_, after: .atOnce): try takeStep(&record, transaction)
        case .nothing, .usual, .event: return
        }
    }

    // MARK: Changes

    func change(
        _ record: inout YunoPaymentRecord, to transition: YunoTransition, message: String?, _ transaction: Transaction
    ) throws {
        record.state = transition.state
        record.code = transition.reason
        record.message = transition.message(message)
        record.payment.status = transition.state.status
        record.payment.updatedAt = transaction.now
        record.payment.checkout?.isSDKActionRequired = YunoPaymentState.ofThePerson.contains(transition.state)
        let operation = record.operation ?? YunoOperation()
        record.operation = nil
        switch transition.state {
        case .approved:
            let paid = record.amount.value
            record.payment.amount?.captured = paid
            record.endFirst(.succeeded, .succeeded, nil, transaction)
        case .authorized, .verified: record.endFirst(.succeeded, .succeeded, nil, transaction)
        case .captured, .partiallyCaptured: try record.capture(operation, transaction)
        case .refunded, .partiallyRefunded: try record.refund(operation, transaction)
        case .canceled: try record.cancel(operation, transaction)
        case .declined, .fraudDeclined: record.endFirst(.declined, transaction)
        case .rejected: record.endFirst(.rejected, transaction)
        case .fraud: record.endFirst(.fraud, transaction)
        case .error: record.endFirst(.error, transaction)
        case .expired: record.endFirst(.expired, transaction)
        case .codeShown, .codePaid, .sessionReady, .sheetShown, .sheetSent, .cardSent, .challenged, .authenticated,
            .redirected, .redirectPaid:
            break
        }
    }

    // MARK: Webhooks

    /// Changes of sub-status and refunds also send webhooks, through `followUp`.
    func notify(of record: YunoPaymentRecord, _ choice: YunoScenario.Choice?, _ transaction: Transaction) {}

    func followUp(
        on record: inout YunoPaymentRecord, _ choice: YunoScenario.Choice?, _ transaction: Transaction
    ) throws {
        let news = "\(record.payment.status) \(record.payment.transactions.count)"
        guard record.told != news else { return }
        record.told = news
        let key = try transaction.random().uuid()
        let webhook = YunoWebhook(
            event: record.state.webhookEvent, accountID: record.payment.accountID ?? "", payment: record.payment,
            idempotencyKey: key)
        try transaction.send(
            Webhook(
                id: key, object: record.id, body: webhook.json, faults: choice?.scenario.webhookFaults ?? []))
    }
}

extension YunoPaymentState {
    /// The name of the webhook for a state.
    fileprivate var webhookEvent: YunoWebhook.Event {
        switch self {
        case .authorized: .authorize
        case .captured, .partiallyCaptured: .capture
        case .canceled: .cancel
        case .refunded, .partiallyRefunded: .refund
        case .verified: .verify
        case .codeShown, .codePaid, .sessionReady, .sheetShown, .sheetSent, .cardSent, .challenged, .authenticated,
            .redirected, .redirectPaid, .approved, .declined, .fraudDeclined, .rejected, .fraud, .error, .expired:
            .purchase
        }
    }
}
