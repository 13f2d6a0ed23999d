import ToqueEncoding

/// What requests may carry. The documents have no numbers: these are the sandbox's.
public enum TakeMeLimits {
    /// In the currency's minor units, which have as many decimals as ISO 4217 says: 10 is 10 JPY, and 0.10 USD.
    public static let amounts = 1...999_999_999_999
    /// Characters.
    public static let description = 255
    /// Bytes of `metadata`, written without white space.
    public static let metadata = 4096
    /// Characters of ids and secrets that a request names.
    public static let identifier = 255

    /// An API object's amount in units of its currency, as people read it.
    public static func decimal(_ amount: Int, _ currency: Currency) -> ExactDecimal {
        ExactDecimal(minorUnits: Int64(amount), exponent: currency.exponent)
    }

    /// The amount for the API; nil where the currency has fewer decimals, or the amount is out of bounds.
    public static func amount(_ decimal: ExactDecimal, _ currency: Currency) -> Int? {
        decimal.minorUnits(exponent: currency.exponent).map { Int($0) }.flatMap { amounts.contains($0) ? $0 : nil }
    }
}
