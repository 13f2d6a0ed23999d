import Sandbox

/// Amounts that choose a scenario, in any currency: 9000.01 the first of the list, and so on.
enum PlacetoPayMagic {
    static let values = CountedAmounts.decimals(PlacetoPayScenario.others)
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
