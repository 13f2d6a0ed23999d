import Sandbox
import ToqueEncoding

/// Amounts that choose a scenario, in any currency, numbered by position in a list of scenarios. Append only.
enum CountedAmounts {
    /// 9000.01, 9000.02 and so on.
    static func decimals(_ scenarios: some Sequence<some CheckoutScenario>) -> [MagicValue] {
        zip(Int64(900_001)..., scenarios).map {
            MagicValue("\(ExactDecimal(minorUnits: $0, exponent: 2))", scenario: $1.name)
        }
    }

    /// 900001, 900002 and so on, for APIs with amounts in minor units.
    static func integers(from first: Int = 900_001, _ scenarios: some Sequence<some CheckoutScenario>) -> [MagicValue] {
        zip(first..., scenarios).map { MagicValue("\($0)", scenario: $1.name) }
    }
}

extension [MagicValue] {
    /// The name of the scenario that a decimal amount chooses, ignoring trailing zeros; nil for ordinary amounts.
    func scenario(ofDecimal amount: ExactDecimal) -> String? {
        amount.minorUnits(exponent: 2).flatMap { scenario(of: "\(ExactDecimal(minorUnits: $0, exponent: 2))") }
    }
}
