import PixAPI

extension BankAccount: StoredModel {
    static let kind = "bank_account"
}
