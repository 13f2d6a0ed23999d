import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueEncoding

/// The process of sources.
struct TakeMeSourceProcess: ScenarioProcess {
    static let machine = takeMeSourceMachine
    static let clocks = takeMeSourceClocks

    let durations = TakeMeDurations()

    /// Creates a source, with the approval for the wallet's page.
    func make(
        _ request: TakeMeSourceRequest, scenario: TakeMeScenario.Choice, _ transaction: Transaction
    ) throws -> TakeMeSourceRecord {
        let random = try transaction.random()
        let id = "src_\(random.alphanumerics(24))"
        let approval = try PayerApproval.open(
            for: id, amount: "\(TakeMeLimits.decimal(request.amount, request.currency))",
            currency: request.currency.code, reference: request.description ?? id,
            expiresAt: transaction.now + durations.authorization, transaction)
        let source = TakeMeSource(
            id: id, amount: request.amount, currency: request.currency,
            clientSecret: "\(id)_secret_\(random.alphanumerics(24))", description: request.description,
            metadata: request.metadata, type: request.type, flow: request.flow,
            redirect: .init(url: "", returnURL: request.returnURL), created: transaction.now, updated: transaction.now)
        var record = TakeMeSourceRecord(source, scenario: scenario, approval: approval.id)
        try begin(&record, transaction)
        return record
    }

    /// Records the payer's decision. The wallet reports it at once, unless its scenario says otherwise.
    func decide(
        _ verdict: PlannedEvent<TakeMeSourceEvent>, on record: inout TakeMeSourceRecord, _ transaction: Transaction
    ) throws {
        record.verdict = verdict
        try require(.decided, to: &record, transaction)
        let scenario = try record.currentScenario(transaction)
        if step(of: record, by: scenario) == nil { try takeStep(&record, transaction) }
    }

    /// Charges and thus consumes a source.
    /// - Throws: `SandboxError` 409 if it is already charged or cannot be.
    func charge(_ record: inout TakeMeSourceRecord, _ transaction: Transaction) throws -> TakeMeCharge {
        let isLate = try record.currentScenario(transaction).steps[.charged] != nil
        let event = isLate ? TakeMeSourceEvent.chargeAccepted : .charged
        guard try apply(event, to: &record, transaction) else {
            switch record.state {
            case .charged, .consumed: throw SandboxError.takeMeSourceConsumed
            case .pending, .authorizing, .chargeable, .failed:
                throw SandboxError.takeMeSourceNotChargeable(record.source.status.text)
            }
        }
        let charge = TakeMeCharge(
            id: "ch_\(try transaction.random().alphanumerics(24))", source: record.id, amount: record.source.amount,
            currency: record.source.currency)
        try charge.save(transaction)
        try transaction.emitChange(
            "charge.created", of: charge, to: "created", ShownStatus("created"), scenario: record.scenario.json,
            details: ["source": .string(record.id)])
        return charge
    }

    // MARK: States

    func change(
        _ record: inout TakeMeSourceRecord, to transition: TakeMeTransition, message: String?,
        _ transaction: Transaction
    ) {
        record.state = transition.state
        record.source.status = transition.state.status
        record.source.updated = transaction.now
        record.failure = transition.reason
        record.failureMessage = transition.message(message)
        // After the authorization, the redirect does not change any more.
        guard record.source.redirect.status == .pending else { return }
        switch transition.state {
        case .chargeable: record.source.redirect.status = .succeeded
        case .failed: record.source.redirect.status = .failed
        case .pending, .authorizing, .charged, .consumed: break
        }
    }

    func step(
        of record: TakeMeSourceRecord, by scenario: TakeMeScenario
    ) -> AutomaticStep<TakeMeSourceEvent, TakeMeDurations>? {
        scenario.steps[record.state]
    }

    func usualStep(of record: TakeMeSourceRecord) -> PlannedStep<TakeMeSourceEvent, TakeMeDurations>? {
        record.state == .authorizing ? record.verdict.map { PlannedStep($0, after: .atOnce) } : nil
    }

    func notify(of record: TakeMeSourceRecord, _ choice: TakeMeScenario.Choice?, _ transaction: Transaction) throws {
        guard let kind = TakeMeEvent.Kind(record.source.status) else { return }
        let event = TakeMeEvent(
            id: "evt_\(try transaction.random().alphanumerics(24))", kind: kind, created: transaction.now,
            source: record.id, status: record.source.status, amount: record.source.amount,
            currency: record.source.currency)
        try transaction.send(
            Webhook(
                id: event.id, object: record.id, body: event.json, faults: choice?.scenario.webhookFaults ?? []))
    }
}

extension SandboxError {
    static let takeMeSourceConsumed = SandboxError(
        status: 409, code: TakeMeError.sourceConsumed,
        message: "The source was charged before; the answer to the first charge comes with its idempotency key.",
        field: "source")

    static func takeMeSourceNotChargeable(_ status: String) -> SandboxError {
        SandboxError(
            status: 409, code: TakeMeError.sourceNotChargeable,
            message: "The source is \(status); only a chargeable one can be charged.", field: "source")
    }
}
