import Sandbox

/// Tokens and amounts that choose a payment's scenario.
enum YunoTestValues {
    private static let tokenPrefix = "tok_"

    /// The token of an instrument that always succeeds.
    static let usualToken = tokenPrefix + YunoScenario.success.name

    /// Returns true if a vaulted instrument has this token.
    static func isToken(_ text: String) -> Bool { text == usualToken || scenario(ofToken: text) != nil }

    /// The name of the scenario that a token chooses, with its argument; nil for the usual token, which leaves the
    /// choice to others, and for unknown tokens.
    static func scenario(ofToken token: String) -> String? {
        guard token.hasPrefix(tokenPrefix), token != usualToken else { return nil }
        let name = String(token.dropFirst(tokenPrefix.count))
        return [name, YunoScenario.prefix + name].first { YunoScenario.catalog.scenario(named: $0) != nil }
    }

    /// Only the amounts 9000.01 and so on, in any currency, in the order of the scenarios.
    static let magicAmounts = CountedAmounts.decimals(YunoScenario.catalog.all.dropFirst())
}
