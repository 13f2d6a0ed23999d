import ToqueEncoding

/// Body of `PATCH /payment-intents/{id}/`, which completes intents of the redirect product.
public struct CompletePaymentIntentRequest: RequestModel, Hashable {
    public init() {}
}

extension CompletePaymentIntentRequest: JSONStructure {
    package static let blank = Self()

    package func members(_ coder: inout JSONCoder) { coder.constant("confirm", true) }
}
