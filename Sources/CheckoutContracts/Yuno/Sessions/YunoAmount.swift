import ToqueEncoding

/// An amount in a currency's major units, such as 19.99 USD. Exact: a multiple of 0.0001, at least 0.
public struct YunoAmount: Sendable, Hashable {
    public var currency: Currency
    public var value: ExactDecimal

    public init(currency: Currency, value: ExactDecimal) {
        self.currency = currency
        self.value = value
    }

    /// Returns true if an amount can have this value: at most four decimals, and no more digits than exact arithmetic
    /// has.
    public static func isValid(_ value: ExactDecimal) -> Bool {
        guard let units = value.minorUnits(exponent: decimals) else { return false }
        return units >= 0 && units < 1_000_000_000_000_000_000
    }

    /// The amount for people: with the currency's decimals, or more if the value has more.
    public var shownValue: ExactDecimal {
        value.minorUnits(exponent: currency.exponent)
            .map { ExactDecimal(minorUnits: $0, exponent: currency.exponent) } ?? value
    }

    private static let decimals = 4
    private static let form = "a number from 0 to 99999999999999.9999, a multiple of 0.0001"
}

extension YunoAmount: JSONStructure {
    package static let blank = YunoAmount(currency: .blank, value: .zero)

    package mutating func members(_ coder: inout JSONCoder) {
        coder.required("currency", &currency)
        // The schema omits the decimals, because most validators use binary floating point, in which 1.1 is not a
        // multiple of 0.0001.
        coder.required(
            "value", &value,
            ExactDecimal.schema.with("minimum", 0).with("maximum", 99_999_999_999_999)
                .about("In major units, with at most four decimals"))
        let isValid = Self.isValid(value)
        coder.check("value", isValid ? nil : Self.form)
    }
}
