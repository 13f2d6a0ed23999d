import PixAPI

extension PaymentTransaction: StoredModel {
    static let kind = "transaction"
}
