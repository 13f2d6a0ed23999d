import ToqueEncoding

/// Body of `POST /v1/sources`, which the device sends with the public key.
public struct TakeMeSourceRequest: RequestModel, Hashable {
    /// In the currency's minor units.
    public var amount: Int
    public var currency: Currency
    public var type: TakeMeSourceType
    public var flow: TakeMeSourceFlow
    public var description: String?
    public var metadata: JSONObject
    /// The URL to which the wallet returns the payer; nil for none.
    public var returnURL: String?

    public init(
        amount: Int, currency: Currency, type: TakeMeSourceType, flow: TakeMeSourceFlow = .redirect,
        description: String? = nil, metadata: JSONObject = [:], returnURL: String? = nil
    ) {
        self.amount = amount
        self.currency = currency
        self.type = type
        self.flow = flow
        self.description = description
        self.metadata = metadata
        self.returnURL = returnURL
    }
}

extension TakeMeSourceRequest: JSONStructure {
    package static let blank = TakeMeSourceRequest(amount: 1, currency: .blank, type: .weChatPay)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("amount", &amount, in: TakeMeLimits.amounts)
        coder.required("currency", &currency)
        coder.required("type", &type)
        coder.optional("flow", &flow)
        coder.optional("description", &description, upTo: TakeMeLimits.description)
        coder.optional("metadata", &metadata)
        coder.check(
            "metadata",
            JSON.object(metadata).utf8.count > TakeMeLimits.metadata
                ? "at most \(TakeMeLimits.metadata) bytes of JSON" : nil)
        coder.optional("redirectReturnUrl", &returnURL, upTo: EndpointURL.limit, about: "A URL, also of an app's own")
    }
}
