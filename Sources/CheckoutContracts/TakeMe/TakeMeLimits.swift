import ToqueEncoding

/// The limits of requests. The provider documents no numbers: these are the sandbox's.
public enum TakeMeLimits {
    /// In the currency's minor units, with ISO 4217's decimals: 10 is 10 JPY, or 0.10 USD.
    public static let amounts = 1...999_999_999_999
    /// Characters.
    public static let description = 255
    /// Size of `metadata` in bytes, serialized without white space.
    public static let metadata = 4096
    /// Characters of an ID or secret in a request.
    public static let identifier = 255

    /// An API object's amount in units of its currency, for people.
    public static func decimal(_ amount: Int, _ currency: Currency) -> ExactDecimal {
        ExactDecimal(minorUnits: Int64(amount), exponent: currency.exponent)
    }

    /// The amount for the API; nil if it is out of range or has more decimals than the currency.
    public static func amount(_ decimal: ExactDecimal, _ currency: Currency) -> Int? {
        decimal.minorUnits(exponent: currency.exponent).map { Int($0) }.flatMap { amounts.contains($0) ? $0 : nil }
    }
}
