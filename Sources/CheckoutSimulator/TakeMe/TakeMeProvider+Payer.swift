import CheckoutContracts
import Sandbox
import SandboxKit

/// The payer in the wallet.
extension TakeMeProvider {
    static let wallet = PayerPage(path: "wallet/{handle}", title: "Example Wallet")

    package func refusal(of approval: PayerApproval, _ transaction: ReadTransaction) throws -> PayerRefusal? {
        let record = try TakeMeSourceRecord.existing(approval.object, transaction)
        switch record.state {
        case .pending: return nil
        case .failed where record.failure == .authorizationExpired: return .over
        case .authorizing, .chargeable, .charged, .consumed, .failed: return .decided
        }
    }

    package func decide(
        _ decision: PayerDecision, on approval: PayerApproval, publicURL: String, _ transaction: Transaction
    ) throws -> PayerReturn {
        var record = try TakeMeSourceRecord.existing(approval.object, transaction)
        let verdict =
            switch decision {
            case .approved: PlannedEvent(TakeMeSourceEvent.authorized)
            case .declined, .canceled: PlannedEvent(TakeMeSourceEvent.declined)
            case .refused(let code):
                PlannedEvent(
                    TakeMeSourceEvent.refused, message: "The wallet refused the payer's passkey: \(code.rawValue).")
            }
        try process.decide(verdict, on: &record, transaction)
        return PayerReturn(location: record.source.redirect.returnURL)
    }
}
