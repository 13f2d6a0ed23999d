import ToqueEncoding

/// Risk signals with their sources.
public struct CollectedRiskSignals: Sendable {
    public var signals: RiskSignals
    /// True if any signal comes from a fixture or an override. Such signals must be shown as simulated.
    public let simulated: Bool
    /// The source of each field, in the schema's order, or why it is absent. Sources are names of files and services,
    /// never values.
    public let sources: [(field: String, source: String)]

    /// - Parameter sources: one for each field, in the schema's order.
    public init(signals: RiskSignals, simulated: Bool, sources: [(field: String, source: String)]) {
        self.signals = signals
        self.simulated = simulated
        self.sources = sources
    }

    /// Returns the signals with some of them overridden, as with `--set isRootedDevice=true`.
    /// - Parameter overrides: each `field=value`. A field is a member of the schema or, inside screenDimensions,
    ///   geolocation and integrity, its dotted path such as `geolocation.latitude`. Commas separate a device's
    ///   verdicts. The value `null` removes an optional signal.
    /// - Returns: simulated signals; the same signals if there are no overrides.
    /// - Throws: `unknownField`, or `fieldType` with the name of the field.
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
            // An integrity that nobody has evaluated has no member, so the JSON does not carry it.
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
