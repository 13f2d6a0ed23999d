import PixAPI
import ToqueEncoding

/// What a payment is begun with.
public struct PaymentRequest: JSONModel, Hashable {
    /// The body of `POST /payment-intents/`. Its `externalID` is the flow's to choose where it is nil.
    public var payload: CreatePaymentIntentRequest
    /// `yyyy-MM-dd`, when the person became a customer, for the risk signals that go with the signature.
    public var accountTenure: String

    public init(payload: CreatePaymentIntentRequest, accountTenure: String) {
        self.payload = payload
        self.accountTenure = accountTenure
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        payload = try CreatePaymentIntentRequest(reader.member("payload"))
        accountTenure = try reader.member("account_tenure").string()
    }

    public var json: JSON { ["payload": payload.json, "account_tenure": .string(accountTenure)] }
}
