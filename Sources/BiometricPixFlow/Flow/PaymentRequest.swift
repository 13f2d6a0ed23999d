import PixAPI
import ToqueEncoding

/// The input of a payment.
public struct PaymentRequest: JSONModel, Hashable {
    /// The body of `POST /payment-intents/`. The flow generates a nil `externalID`.
    public var payload: CreatePaymentIntentRequest
    /// `yyyy-MM-dd`, the date when the person became a customer, for the risk signals sent with the signature.
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
