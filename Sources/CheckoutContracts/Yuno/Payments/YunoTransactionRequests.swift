import ToqueEncoding

/// Body of `POST /v1/payments/{id}/transactions/{tid}/capture`.
public struct YunoCaptureRequest: RequestModel, Hashable {
    /// The merchant's reason.
    public enum Reason: String, JSONChoice {
        case productConfirmed = "PRODUCT_CONFIRMED"
        case requestedByCustomer = "REQUESTED_BY_CUSTOMER"
    }

    public var merchantReference: String
    public var reason: Reason?
    /// At most the authorized amount; nil for all of it.
    public var amount: YunoAmount?

    public init(merchantReference: String, reason: Reason? = nil, amount: YunoAmount? = nil) {
        self.merchantReference = merchantReference
        self.reason = reason
        self.amount = amount
    }
}

/// Body of `POST /v1/payments/{id}/transactions/{tid}/cancel`.
public struct YunoCancelRequest: RequestModel, Hashable {
    public var merchantReference: String
    public var reason: String?

    public init(merchantReference: String, reason: String? = nil) {
        self.merchantReference = merchantReference
        self.reason = reason
    }
}

/// Body of `POST /v1/payments/{id}/transactions/{tid}/refund`.
public struct YunoRefundRequest: RequestModel, Hashable {
    public var merchantReference: String
    public var reason: String?
    /// At most the captured amount that is not refunded yet; nil for all of it.
    public var amount: YunoAmount?

    public init(merchantReference: String, reason: String? = nil, amount: YunoAmount? = nil) {
        self.merchantReference = merchantReference
        self.reason = reason
        self.amount = amount
    }
}

extension YunoCaptureRequest: JSONStructure {
    package static let blank = Self(merchantReference: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("merchant_reference", &merchantReference, .yunoReference)
        coder.optional("reason", &reason)
        coder.part("amount", &amount)
    }
}

extension YunoCancelRequest: JSONStructure {
    package static let blank = Self(merchantReference: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("merchant_reference", &merchantReference, .yunoReference)
        coder.optional("reason", &reason, upTo: 255)
    }
}

extension YunoRefundRequest: JSONStructure {
    package static let blank = Self(merchantReference: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("merchant_reference", &merchantReference, .yunoReference)
        coder.optional("reason", &reason, upTo: 255)
        coder.part("amount", &amount)
    }
}
