import Sandbox

/// Tokens and amounts that choose a payment's scenario.
enum YunoTestValues {
    private static let tokenPrefix = "tok_"

    /// The token of an instrument with which all goes well.
    static let usualToken = tokenPrefix + YunoScenario.success.name

    /// Whether there is a vaulted instrument with this token.
    static func isToken(_ text: String) -> Bool { text == usualToken || scenario(ofToken: text) != nil }

    /// Name of the scenario that a token chooses, with its argument; nil for the usual one, which leaves the choice to
    /// others, and for what is no token.
    static func scenario(ofToken token: String) -> String? {
        guard token.hasPrefix(tokenPrefix), token != usualToken else { return nil }
        let name = String(token.dropFirst(tokenPrefix.count))
        return [name, YunoScenario.prefix + name].first { YunoScenario.catalog.scenario(named: $0) != nil }
    }

    /// 9000.01 and so on: exactly these, whatever the currency, in the order of the scenarios.
    static let magicAmounts = CountedAmounts.decimals(YunoScenario.catalog.all.dropFirst())
}
