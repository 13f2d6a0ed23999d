import ToqueEncoding

/// An element of `payment` in a session's information: an attempt to pay.
public struct PlacetoPayTransaction: JSONModel, Hashable {
    /// An amount in a currency.
    public struct Money: JSONModel, Hashable {
        public var currency: Currency
        public var total: ExactDecimal

        public init(_ currency: Currency, _ total: ExactDecimal) {
            self.currency = currency
            self.total = total
        }
    }

    public var status: PlacetoPayStatus
    /// The provider's number for it.
    public var internalReference: Int
    /// The payment's reference.
    public var reference: String
    public var paymentMethod: String?
    public var paymentMethodName: String?
    public var issuerName: String?
    /// The requested and the charged amount.
    public var from: Money
    public var to: Money
    /// The factor that converts `from`.
    public var factor: ExactDecimal
    public var authorization: String?
    public var receipt: String?
    public var franchise: String?
    public var refunded: Bool
    public var processorFields: [PlacetoPayField]

    public init(
        status: PlacetoPayStatus, internalReference: Int, reference: String, paymentMethod: String? = nil,
        paymentMethodName: String? = nil, issuerName: String? = nil, amount: Money, authorization: String? = nil,
        receipt: String? = nil, franchise: String? = nil, refunded: Bool = false,
        processorFields: [PlacetoPayField] = []
    ) {
        self.status = status
        self.internalReference = internalReference
        self.reference = reference
        self.paymentMethod = paymentMethod
        self.paymentMethodName = paymentMethodName
        self.issuerName = issuerName
        from = amount
        to = amount
        factor = ExactDecimal(minorUnits: 1, exponent: 0)
        self.authorization = authorization
        self.receipt = receipt
        self.franchise = franchise
        self.refunded = refunded
        self.processorFields = processorFields
    }
}

extension PlacetoPayTransaction: JSONStructure {
    package static let blank = PlacetoPayTransaction(
        status: .blank, internalReference: 0, reference: "", amount: .blank)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("status", &status)
        coder.required("internalReference", &internalReference)
        coder.required("reference", &reference)
        coder.nullable("paymentMethod", &paymentMethod)
        coder.nullable("paymentMethodName", &paymentMethodName)
        coder.nullable("issuerName", &issuerName)
        coder.object("amount") {
            $0.required("from", &from)
            $0.required("to", &to)
            $0.optional("factor", &factor)
        }
        coder.nullable("authorization", &authorization)
        coder.nullable("receipt", &receipt)
        coder.nullable("franchise", &franchise)
        coder.optional("refunded", &refunded)
        coder.optional("processorFields", &processorFields)
    }
}

extension PlacetoPayTransaction.Money: JSONStructure {
    package static let blank = PlacetoPayTransaction.Money(.blank, .zero)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("currency", &currency)
        coder.required("total", &total)
    }
}
