import CheckoutContracts
import Sandbox
import ToqueEncoding

/// Amounts that choose a scenario, in any currency: 9000.01 the first of the list, and so on.
enum PlacetoPayMagic {
    static let values = PlacetoPayScenario.others.enumerated().map { index, scenario in
        MagicValue("\(amount(index + 1))", scenario: scenario.name)
    }

    private static func amount(_ number: Int) -> ExactDecimal {
        ExactDecimal(minorUnits: Int64(900_000 + number), exponent: 2)
    }

    /// Name of the scenario of an amount, by its value; nil for one that is as any other.
    static func scenario(of amount: ExactDecimal) -> String? {
        guard let units = amount.minorUnits(exponent: 2) else { return nil }
        return values.scenario(of: "\(ExactDecimal(minorUnits: units, exponent: 2))")
    }
}

extension PlacetoPayScenario {
    /// Of a test card.
    static let tokenPrefix = "tok_"

    /// The scenario that a test card chooses for its attempt; nil for `tok_success`, and for what is none.
    static func chosen(by token: String) -> PlacetoPayScenario? {
        guard token.hasPrefix(tokenPrefix) else { return nil }
        return catalog.scenario(named: String(token.dropFirst(tokenPrefix.count))).flatMap {
            $0.name == success.name ? nil : $0
        }
    }

    /// Whether there is such a test card.
    static func isToken(_ text: String) -> Bool {
        text.hasPrefix(tokenPrefix) && catalog.scenario(named: String(text.dropFirst(tokenPrefix.count))) != nil
    }
}
