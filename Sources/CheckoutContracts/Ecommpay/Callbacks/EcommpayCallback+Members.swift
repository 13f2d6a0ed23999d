import ToqueEncoding

/// An amount in its currency's minor units.
public struct EcommpaySum: Sendable, Hashable {
    public var amount: Int
    public var currency: String

    public init(amount: Int, currency: String) {
        self.amount = amount
        self.currency = currency
    }
}

/// The payment of a callback or of Gate's response.
public struct EcommpayCallbackPayment: Sendable, Hashable {
    /// The merchant's ID.
    public var id = ""
    /// `purchase`, `authorization` or another kind of payment.
    public var type: String?
    public var status = EcommpayPaymentStatus.pending(.processing)
    public var date: String?
    public var method: String?
    public var sum: EcommpaySum?
    public var description: String?

    public init() {}
}

/// The last operation of a payment.
public struct EcommpayCallbackOperation: Sendable, Hashable {
    public var id = 0
    /// `sale`, `auth`, `capture`, `cancel`, `refund` or another operation.
    public var type = ""
    /// A status of its own, such as `success`, or one of a payment's.
    public var status = ""
    public var date: String?
    public var createdDate: String?
    /// The ID of the request for it, which the response to that request also has.
    public var requestID: String?
    public var sumInitial: EcommpaySum?
    public var sumConverted: EcommpaySum?
    public var code: EcommpayOperationCode?
    public var message: String?
    /// The underlying provider's, as received.
    public var provider: JSONObject?

    public init() {}
}

extension EcommpaySum: JSONStructure {
    package static let blank = EcommpaySum(amount: 0, currency: "")

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("amount", &amount)
        coder.required("currency", &currency)
    }
}

extension EcommpayCallbackPayment: JSONStructure {
    package static let blank = EcommpayCallbackPayment()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.optional("type", &type)
        coder.required("status", &status)
        coder.optional("date", &date)
        coder.optional("method", &method)
        coder.optional("sum", &sum)
        coder.optional("description", &description)
    }
}

extension EcommpayCallbackOperation: JSONStructure {
    package static let blank = EcommpayCallbackOperation()

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("type", &type)
        coder.required("status", &status)
        coder.optional("date", &date)
        coder.optional("created_date", &createdDate)
        coder.optional("request_id", &requestID)
        coder.optional("sum_initial", &sumInitial)
        coder.optional("sum_converted", &sumConverted)
        coder.optional("code", &code)
        coder.optional("message", &message)
        coder.optional("provider", &provider)
    }
}
