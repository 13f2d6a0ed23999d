import ToqueEncoding

/// Body of `PATCH /payment-intents/{id}/`, which completes intents of the redirect product.
public struct CompletePaymentIntentRequest: RequestModel, Hashable {
    public init() {}

    public init(validating reader: JSONReader) throws(InvalidMembers) {
        var all = Validation()
        _ = try all.need(try reader.constant("confirm", true))
    }

    public var json: JSON { ["confirm": true] }
}
