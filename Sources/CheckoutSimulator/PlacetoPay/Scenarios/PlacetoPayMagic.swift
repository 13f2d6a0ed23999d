import Sandbox

/// Amounts that choose a scenario, in any currency: 9000.01 for the first one, and so on.
enum PlacetoPayMagic {
    static let values = CountedAmounts.decimals(PlacetoPayScenario.others)
}

extension PlacetoPayScenario {
    /// The prefix of a test card.
    static let tokenPrefix = "tok_"

    /// The scenario that a test card chooses for its attempt; nil for `tok_success` and for unknown cards.
    static func chosen(by token: String) -> PlacetoPayScenario? {
        guard token.hasPrefix(tokenPrefix) else { return nil }
        return catalog.scenario(named: String(token.dropFirst(tokenPrefix.count))).flatMap {
            $0.name == success.name ? nil : $0
        }
    }

    /// Returns true if the test card exists.
    static func isToken(_ text: String) -> Bool {
        text.hasPrefix(tokenPrefix) && catalog.scenario(named: String(text.dropFirst(tokenPrefix.count))) != nil
    }
}
