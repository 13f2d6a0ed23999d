import ToqueEncoding

/// An amount with its parts.
public struct PlacetoPayAmount: JSONModel, Hashable {
    public var currency: Currency
    public var total: ExactDecimal
    public var details: [PlacetoPayDetail]
    public var taxes: [PlacetoPayTax]

    public init(
        currency: Currency, total: ExactDecimal, details: [PlacetoPayDetail] = [], taxes: [PlacetoPayTax] = []
    ) {
        self.currency = currency
        self.total = total
        self.details = details
        self.taxes = taxes
    }
}

/// A part of an amount.
public struct PlacetoPayDetail: JSONModel, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case discount, additional, vatDevolutionBase, shipping, handlingFee, insurance, giftWrap, subtotal, fee, tip
        case airline, interests
    }

    public var kind: Kind
    public var amount: ExactDecimal

    public init(_ kind: Kind, _ amount: ExactDecimal) {
        self.kind = kind
        self.amount = amount
    }
}

/// A tax that an amount includes.
public struct PlacetoPayTax: JSONModel, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case valueAddedTax, exciseDuty, ice, airportTax, stateTax, reducedStateTax, municipalTax
    }

    public var kind: Kind
    public var amount: ExactDecimal
    /// The amount on which it is computed.
    public var base: ExactDecimal?

    public init(_ kind: Kind, _ amount: ExactDecimal, base: ExactDecimal? = nil) {
        self.kind = kind
        self.amount = amount
        self.base = base
    }
}

extension PlacetoPayDetail.Kind: JSONChoice {}
extension PlacetoPayTax.Kind: JSONChoice {}

extension PlacetoPayAmount: JSONStructure {
    package static let blank = PlacetoPayAmount(currency: .blank, total: .zero)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("currency", &currency)
        let currency = currency
        coder.money("total", &total, in: currency)
        coder.list("details", &details) { (reader) throws(JSONMemberError) in
            _ = try reader.member("amount").money(in: currency)
            return try PlacetoPayDetail(reader)
        }
        coder.list("taxes", &taxes) { (reader) throws(JSONMemberError) in
            _ = try reader.member("amount").money(in: currency)
            _ = try reader.optional("base")?.money(in: currency)
            return try PlacetoPayTax(reader)
        }
    }
}

extension PlacetoPayDetail: JSONStructure {
    package static let blank = PlacetoPayDetail(.subtotal, .zero)
    /// In requests, and in responses that repeat them.
    package static let isRequest = true

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("kind", &kind)
        coder.required("amount", &amount, .notNegative)
    }
}

extension PlacetoPayTax: JSONStructure {
    package static let blank = PlacetoPayTax(.valueAddedTax, .zero)
    /// In requests, and in responses that repeat them.
    package static let isRequest = true

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("kind", &kind)
        coder.required("amount", &amount, .notNegative)
        coder.optional("base", &base, .notNegative)
    }
}

extension JSONSchema {
    fileprivate static let notNegative = ExactDecimal.schema.with("minimum", 0)
    fileprivate static let positive = ExactDecimal.schema.with("exclusiveMinimum", 0)
}

extension JSONReader {
    /// Reads an amount that is not negative and fits the currency's decimals.
    fileprivate func money(in currency: Currency) throws(JSONMemberError) -> ExactDecimal {
        let amount = try decimal()
        // A missing currency is reported for the currency alone.
        let fits = currency == .blank || amount.minorUnits(exponent: currency.exponent) != nil
        guard !amount.isNegative, fits else {
            throw mismatch(
                expected: "an amount in \(currency.code), not negative and with at most \(currency.exponent) decimals")
        }
        return amount
    }
}

extension JSONCoder {
    /// Reads an amount above 0 that fits the currency's decimals.
    fileprivate mutating func money(_ name: String, _ value: inout ExactDecimal, in currency: Currency) {
        let isRead = member(
            name, &value, .required, { .positive }, expecting: { ExactDecimal.expectation },
            read: { (reader) throws(JSONMemberError) in try reader.money(in: currency) }, write: { $0.json })
        let isPositive = value > .zero
        if isRead { check(name, isPositive ? nil : "an amount above 0") }
    }
}
