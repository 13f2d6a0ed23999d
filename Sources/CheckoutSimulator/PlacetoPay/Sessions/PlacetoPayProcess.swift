import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// The process of sessions.
struct PlacetoPayProcess: ScenarioProcess {
    static let machine = placetoPayMachine
    /// Sessions expire at individual times: `begin(_:expiring:_:)` starts their timers.
    static let clocks = Clocks<PlacetoPayState, PlacetoPayEvent, PlacetoPayDurations>(
        prefix: "session.", step: "step", [])
    private static let expiry = clocks.prefix + PlacetoPayEvent.expired.rawValue
    static let timerKinds = clocks.kinds + [expiry]

    let durations: PlacetoPayDurations

    /// Stores a new session and schedules its end.
    func begin(_ session: inout PlacetoPaySession, _ transaction: Transaction) throws {
        try begin(&session, details: [:], transaction)
        try transaction.schedule(SandboxTimer(kind: Self.expiry, subject: session.id, due: session.expiration))
    }

    // MARK: Attempts

    /// Lets the bank respond to the session's attempt: at once, unless the scenario says otherwise.
    /// - Parameter isApproved: the payer's decision. A declined attempt does not reach the bank.
    func submit(_ session: inout PlacetoPaySession, isApproved: Bool, _ transaction: Transaction) throws {
        let processing: PlacetoPayState = session.state == .partlyPaid ? .processingRest : .processing
        let takesTime = try isApproved && scenario(of: session, transaction).steps[processing] != nil
        try require(takesTime ? .submitted : answer(to: session), to: &session, transaction)
    }

    /// The scenario of the attempt's token, or else the session's.
    func scenario(of session: PlacetoPaySession, _ transaction: ReadTransaction) throws -> PlacetoPayScenario {
        if let token = session.attempt?.token, let scenario = PlacetoPayScenario.chosen(by: token) { return scenario }
        return try session.currentScenario(transaction)
    }

    /// The bank's response to the session's attempt.
    func answer(to session: PlacetoPaySession) -> PlacetoPayEvent {
        guard let attempt = session.attempt, attempt.refusal == nil else {
            return session.attempt?.isLast ?? false ? .attemptsExhausted : .rejected
        }
        return attempt.amount < session.remaining ? .partlyApproved : .approved
    }

    func step(
        of session: PlacetoPaySession, by scenario: PlacetoPayScenario
    ) -> AutomaticStep<PlacetoPayEvent, PlacetoPayDurations>? {
        let chosen = session.attempt.flatMap { PlacetoPayScenario.chosen(by: $0.token) }
        return (chosen ?? scenario).steps[session.state]
    }

    func usualStep(of session: PlacetoPaySession) -> PlannedStep<PlacetoPayEvent, PlacetoPayDurations>? {
        session.state.isProcessing ? PlannedStep(answer(to: session), after: .configured(\.bankAnswer)) : nil
    }

    // MARK: States

    func change(
        _ session: inout PlacetoPaySession, to outcome: PlacetoPayOutcome, message: String?, _ transaction: Transaction
    ) throws {
        session.state = outcome.state
        session.reason = outcome.reason
        session.statusDate = transaction.now
        guard let result = outcome.attempt, let attempt = session.attempt else { return }
        try record(result, of: attempt, in: &session, transaction)
        if result != .pending { session.attempt = nil }
    }

    /// An attempt that was pending at the bank keeps its place in the list.
    private func record(
        _ result: PlacetoPayOutcome.Attempt, of attempt: PlacetoPaySession.Attempt,
        in session: inout PlacetoPaySession, _ transaction: Transaction
    ) throws {
        let (word, reason): (PlacetoPayStatus.Word, PlacetoPayCode) =
            switch result {
            case .pending: (.pending, .pending)
            case .approved: (.approved, .approved)
            case .rejected: (.rejected, attempt.refusal ?? .declined)
            case .expired: (.rejected, .expired)
            }
        let status = PlacetoPayStatus(
            word, reason: reason, message: session.texts.message(ofAttempt: reason), at: transaction.now)
        let authorization = result == .approved ? try transaction.random().alphanumerics(6).uppercased() : nil
        if let last = session.transactions.indices.last, session.transactions[last].status.status == .pending {
            session.transactions[last].status = status
            session.transactions[last].authorization = authorization
        } else {
            let number = try transaction.nextNumber("placetopay.internal_reference")
            session.transactions.append(
                PlacetoPayTransaction(
                    status: status, internalReference: number, reference: session.request.payment.reference,
                    paymentMethod: "visa", paymentMethodName: "Visa", issuerName: "Banco Exemplo",
                    amount: .init(session.currency, attempt.amount), authorization: authorization,
                    receipt: "\(number)", franchise: "CR_VS",
                    processorFields: [PlacetoPayField("merchantCode", "012988341")]))
        }
    }

    /// Once, for a session that has ended.
    func notify(
        of session: PlacetoPaySession, _ choice: PlacetoPayScenario.Choice?, _ transaction: Transaction
    ) throws {
        guard case .final = session.status.session else { return }
        try transaction.send(
            Webhook(
                id: transaction.random().uuid(), object: session.id,
                body: [
                    "status": session.status.json, "requestId": .int(session.requestID),
                    "reference": .string(session.request.payment.reference),
                ], faults: choice?.scenario.webhookFaults ?? []))
    }

    /// A session ends only once.
    func followUp(
        on session: inout PlacetoPaySession, _ choice: PlacetoPayScenario.Choice?, _ transaction: Transaction
    ) throws {
        guard case .final = session.status.session else { return }
        try transaction.cancelTimers(of: session.id, kinds: [Self.expiry])
    }
}
