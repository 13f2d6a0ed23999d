import PixAPI
import Sandbox

/// What happens to a charge, which follows its intent, and to the transaction that it leaves behind.
struct ChargeProcess: Sendable {
    func begin(_ charge: Charge, _ transaction: Transaction) throws {
        try charge.save(transaction)
        try StateChange(
            type: "charge.created", kind: Charge.kind, object: charge.id, from: nil, to: charge.status.rawValue,
            event: nil, status: charge.status.rawValue
        ).emit(transaction)
    }

    /// Lets the event happen; a charge whose table does not have it stays as it is.
    func apply(
        _ event: ChargeEvent, of record: PaymentIntentRecord, _ choice: ScenarioChoice, _ transaction: Transaction
    ) throws {
        guard var charge = try Charge.find(record.chargeID, transaction),
            let status = chargeMachine.outcome(of: event, in: charge.status)
        else { return }
        let old = charge.status
        charge.status = status
        charge.updatedAt = transaction.now
        charge.failureCode = record.intent.failureCode
        charge.failureMessage = record.intent.failureMessage
        try StateChange(
            type: "charge.\(status.rawValue.lowercased())", kind: Charge.kind, object: charge.id, from: old.rawValue,
            to: status.rawValue, event: event.rawValue, status: status.rawValue, reason: charge.failureCode,
            message: charge.failureMessage, scenario: choice
        ).emit(transaction)
        try PixWebhook(charge, of: record.intent).send(choice.scenario, transaction)
        if status == .succeeded { try settle(&charge, of: record.intent, choice, transaction) }
        try charge.save(transaction)
    }

    /// The money has arrived: a transaction is made, once and for good.
    private func settle(
        _ charge: inout Charge, of intent: PaymentIntent, _ choice: ScenarioChoice, _ transaction: Transaction
    ) throws {
        let movement = PaymentTransaction(
            id: try transaction.random().uuid(), createdBy: charge.createdBy, createdAt: transaction.now,
            amount: charge.amount, currency: charge.currency, description: charge.description ?? "",
            beneficiary: intent.method.beneficiaryBankAccount, paymentIntent: intent.id, charge: charge.id,
            customer: charge.customer)
        try movement.save(transaction)
        charge.transactions.append(movement.id)
        try StateChange(
            type: "transaction.created", kind: PaymentTransaction.kind, object: movement.id, from: nil, to: "created",
            event: nil, status: "CREATED", scenario: choice
        ).emit(transaction)
        try PixWebhook(movement).send(choice.scenario, transaction)
    }
}
