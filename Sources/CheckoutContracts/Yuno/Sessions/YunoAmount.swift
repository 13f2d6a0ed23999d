import ToqueEncoding

/// An amount in a currency's major units: 19.99 of USD. Exact: a multiple of 0.0001, from 0 on.
public struct YunoAmount: Sendable, Hashable {
    public var currency: Currency
    public var value: ExactDecimal

    public init(currency: Currency, value: ExactDecimal) {
        self.currency = currency
        self.value = value
    }

    /// Whether an amount may have this value: at most four decimals, and as many digits as are computed exactly.
    public static func isValid(_ value: ExactDecimal) -> Bool {
        guard let units = value.minorUnits(exponent: decimals) else { return false }
        return units >= 0 && units < 1_000_000_000_000_000_000
    }

    /// As people are shown it: with the currency's decimals, or more where the value has more.
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
        // Its decimals go unsaid, because in binary floating point 1.1 is no multiple of 0.0001 to most validators.
        coder.required(
            "value", &value,
            ExactDecimal.schema.with("minimum", 0).with("maximum", 99_999_999_999_999)
                .about("In major units, with at most four decimals"))
        let isValid = Self.isValid(value)
        coder.check("value", isValid ? nil : Self.form)
    }
}
