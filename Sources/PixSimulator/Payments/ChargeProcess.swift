import PixAPI
import Sandbox
import SandboxKit

enum ChargeEvent: String, Sendable, Hashable, CaseIterable {
    case settle
    case fail
}

/// The life of a charge, driven by its intent. `docs/simulator.md` prints this table.
let chargeMachine = StateMachine<ChargeStatus, ChargeEvent, ChargeStatus>([
    ([.pending], .settle, .succeeded),
    ([.pending], .fail, .failed),
])

extension Charge: StatefulModel {
    package static let kind = "charge"
    package var state: ChargeStatus { status }

    package var shownStatus: ShownStatus {
        ShownStatus(status.rawValue, reason: failureCode, message: failureMessage)
    }
}

/// The process of charges, which follow their intent, and of the resulting transactions.
struct ChargeProcess: ObjectProcess {
    static let machine = chargeMachine

    let intent: PaymentIntent
    /// The intent's scenario; nil for a new charge.
    let scenario: PixScenario.Choice?

    func choice(of charge: Charge, _ transaction: ReadTransaction) -> PixScenario.Choice? { scenario }

    func change(_ charge: inout Charge, to status: ChargeStatus, message: String?, _ transaction: Transaction) {
        charge.status = status
        charge.updatedAt = transaction.now
        charge.failureCode = intent.failureCode
        charge.failureMessage = intent.failureMessage
    }

    func notify(of charge: Charge, _ choice: PixScenario.Choice?, _ transaction: Transaction) throws {
        try PixWebhook(charge, of: intent).send(choice, transaction)
    }

    /// When the money arrives, creates the final transaction.
    func followUp(on charge: inout Charge, _ choice: PixScenario.Choice?, _ transaction: Transaction) throws {
        guard charge.status == .succeeded else { return }
        let movement = PaymentTransaction(
            id: try transaction.random().uuid(), createdBy: charge.createdBy, createdAt: transaction.now,
            amount: charge.amount, currency: charge.currency, description: charge.description ?? "",
            beneficiary: intent.method.beneficiaryBankAccount, paymentIntent: intent.id, charge: charge.id,
            customer: charge.customer)
        try movement.save(transaction)
        charge.transactions.append(movement.id)
        try transaction.emitChange(
            "transaction.created", of: movement, to: "created", ShownStatus("CREATED"), scenario: choice?.json)
        try PixWebhook(movement).send(choice, transaction)
    }
}
