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
}

extension PaymentRequest: JSONStructure {
    package static let blank = Self(payload: .blank, accountTenure: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("payload", &payload)
        coder.required("account_tenure", &accountTenure)
    }
}
