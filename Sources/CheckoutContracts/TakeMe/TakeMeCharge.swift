import ToqueEncoding

/// Body of `POST /v1/charges`, which the merchant's server sends with the secret key.
public struct TakeMeChargeRequest: RequestModel, Hashable {
    /// The ID of a chargeable source.
    public var source: String

    public init(source: String) { self.source = source }
}

extension TakeMeChargeRequest: JSONStructure {
    package static let blank = TakeMeChargeRequest(source: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("source", &source, upTo: TakeMeLimits.identifier, about: "Id of a chargeable source")
    }
}

/// The charge of a source. It consumes the source.
public struct TakeMeCharge: Sendable, Hashable {
    public var id: String
    /// The ID of the source.
    public var source: String
    /// In the currency's minor units.
    public var amount: Int
    public var currency: Currency

    public init(id: String, source: String, amount: Int, currency: Currency) {
        self.id = id
        self.source = source
        self.amount = amount
        self.currency = currency
    }
}

extension TakeMeCharge: JSONStructure {
    package static let blank = TakeMeCharge(id: "", source: "", amount: 1, currency: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.constant("object", "charge")
        coder.required("source", &source)
        coder.required("amount", &amount)
        coder.required("currency", &currency)
    }
}
