import CheckoutContracts
import RelyingParty
import Sandbox
import SandboxKit
import ToqueEncoding

/// The effects of the payer's decisions.
extension YunoProvider {
    package func refusal(of approval: PayerApproval, _ transaction: ReadTransaction) throws -> PayerRefusal? {
        guard let record = try YunoPaymentRecord.find(approval.object, transaction) else { return .unknown }
        if YunoPaymentState.ofThePerson.contains(record.state) { return nil }
        return record.code == .expired ? .over : .decided
    }

    /// Neither declining at the bank nor a refused assertion changes a Pix payment: the code can be paid until it
    /// expires. An issuer's refusal ends a card's payment.
    package func decide(
        _ decision: PayerDecision, on approval: PayerApproval, publicURL: String, _ transaction: Transaction
    ) throws -> PayerReturn {
        var record = try YunoPaymentRecord.existing(approval.object, transaction)
        switch decision {
        case .approved:
            try process.require(.personApproved, to: &record, transaction)
            try process.answer(&record, transaction)
        case .declined, .canceled: try process.apply(.personDeclined, to: &record, transaction)
        case .refused(let code):
            let isTold = try process.apply(
                .authenticationFailed, to: &record,
                message: "The issuer did not authenticate the person: \(code.rawValue).",
                details: ["verdict": .string(code.rawValue)], transaction)
            if !isTold {
                try transaction.emit(
                    "payment.refused", kind: YunoPaymentRecord.kind, object: record.id,
                    data: ["status": .string(record.payment.status.status), "verdict": .string(code.rawValue)])
            }
        }
        return PayerReturn(location: record.deepLink)
    }
}
