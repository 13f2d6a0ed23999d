import ToqueEncoding

/// Risk signals and where each one came from.
public struct CollectedRiskSignals: Sendable {
    public var signals: RiskSignals
    /// True where a fixture or an override had a hand in it; such signals must be shown as simulated.
    public let simulated: Bool
    /// Where each field came from, in the schema's order, or why it is absent. Names of files and services, never the
    /// values themselves.
    public let sources: [(field: String, source: String)]

    /// - Parameter sources: one for each field, in the schema's order.
    public init(signals: RiskSignals, simulated: Bool, sources: [(field: String, source: String)]) {
        self.signals = signals
        self.simulated = simulated
        self.sources = sources
    }

    /// The signals with some of them set by hand, as with `--set isRootedDevice=true`.
    /// - Parameter overrides: each `field=value`. A field is a member of the schema or, inside of screenDimensions,
    ///   geolocation and integrity, its dotted path such as `geolocation.latitude`. Verdicts of a device are separated
    ///   by commas. The value `null` takes an optional signal away.
    /// - Returns: simulated signals; the same ones where there is no override.
    /// - Throws: `unknownField`, or `fieldType` naming the field.
    public func applying(_ overrides: [String]) throws(RiskSignalsError) -> CollectedRiskSignals {
        if overrides.isEmpty { return self }
        var object = signals.members
        var changed: Set<String> = []
        for text in overrides {
            let override = try SignalOverride(text)
            override.apply(to: &object)
            changed.insert(override.signal)
        }
        do {
            var result = try RiskSignals(json: .object(object))
            // What nobody has evaluated has no member to come back from.
            if !changed.contains("integrity") { result.integrity = signals.integrity }
            return CollectedRiskSignals(
                signals: result,
                simulated: true,
                sources: sources.map { ($0.field, changed.contains($0.field) ? "set by hand" : $0.source) })
        } catch {
            throw .fieldType(name: error.path, found: error.found, expected: error.expected)
        }
    }
}
