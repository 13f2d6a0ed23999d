import Pages
import Sandbox
import SandboxKit

/// A provider whose payments a person approves.
package protocol PayerProvider: ObjectProvider {
    var payerAuthorization: PayerAuthorization { get }

    /// Why the payer cannot decide; nil if they can.
    func refusal(of approval: PayerApproval, _ transaction: ReadTransaction) throws -> PayerRefusal?

    /// The choices that the page offers before the decision.
    func form(beside approval: PayerApproval, _ texts: PageTexts, _ transaction: ReadTransaction) throws -> PageForm?

    /// Applies a decision. Pages, programs and control call it, and only while `refusal` returns nil.
    func decide(
        _ decision: PayerDecision, on approval: PayerApproval, publicURL: String, _ transaction: Transaction
    ) throws -> PayerReturn
}

extension PayerProvider {
    package func form(
        beside approval: PayerApproval, _ texts: PageTexts, _ transaction: ReadTransaction
    ) throws -> PageForm? { nil }

    package func parts(
        of id: String, kind: String, _ transaction: ReadTransaction
    ) throws -> [(kind: String, id: String)] { try approvalParts(of: id, transaction) }

    /// The payer's approval of a payment.
    package func approvalParts(
        of id: String, _ transaction: ReadTransaction
    ) throws -> [(kind: String, id: String)] {
        try PayerApproval.of(id, transaction).map { [(PayerApproval.kind, $0.id)] } ?? []
    }

    /// For `models`.
    package static var payerModels: [any StoredModel.Type] {
        [Payer.self, CurrencyAccount.self, PayerShop.self, PayerPasskey.self, PayerApproval.self]
    }

    /// For `actions`.
    /// - Parameter objects: the kinds of the payments that a payer decides on.
    package static func payerActions(on objects: [String]) -> [ControlVerb] {
        [
            ControlVerb(PayerAction.approve.rawValue, "Approve as the payer, without a ceremony.", objects: objects),
            ControlVerb(PayerAction.decline.rawValue, "Decline as the payer.", objects: objects),
        ]
    }

    /// Decides at once, through the same call as the page.
    /// - Parameter object: the payment's ID.
    /// - Returns: false for an action that is not in `payerActions`.
    /// - Throws: `SandboxError` if no decision is possible.
    package func performPayerAction(
        _ action: String, on object: String, publicURL: String, _ transaction: Transaction
    ) throws -> Bool {
        guard let action = PayerAction(rawValue: action) else { return false }
        guard let approval = try PayerApproval.of(object, transaction) else {
            throw SandboxError.invalidStatus("The payment asks the payer for nothing.")
        }
        if let refusal = try refusal(of: approval, transaction) { throw SandboxError(refusal) }
        let decision: PayerDecision = action == .approve ? .approved(nil) : .declined
        _ = try settle(decision, on: approval, publicURL: publicURL, transaction)
        return true
    }

    /// Replaces the used challenge and applies the decision.
    func settle(
        _ decision: PayerDecision, on approval: PayerApproval, publicURL: String, _ transaction: Transaction
    ) throws -> PayerReturn {
        var renewed = approval
        renewed.renew(try transaction.random())
        try renewed.save(transaction)
        return try decide(decision, on: approval, publicURL: publicURL, transaction)
    }
}

private enum PayerAction: String {
    case approve, decline
}

extension SandboxError {
    /// For a program, instead of the page.
    init(_ refusal: PayerRefusal) {
        self.init(
            status: refusal.status, code: refusal.code, message: refusal.sentence(.of(.english)),
            field: refusal == .malformed ? "decision" : nil)
    }
}
