import PixAPI
import Sandbox

extension BankAccount {
    static let kind = "bank_account"

    static func find(_ id: String, _ transaction: Transaction) throws -> BankAccount? {
        try transaction.object(kind: kind, id: id).map(BankAccount.init(json:))
    }
}
