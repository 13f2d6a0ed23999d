/// What the simulated sensor is like (CTAP 2.3 section 6.7).
enum FingerprintSensor {
    /// A finger is laid on it; over a sensor of kind 2 it would be swiped.
    static let kind: UInt64 = 1
    /// Good samples that a template takes.
    static let samples = 4
    /// Templates that there is room for.
    static let maxTemplates = 5
    static let templateIDSize = 8
    /// Bytes of UTF-8.
    static let maxFriendlyName = 64
    /// The longest that a platform can let a person take for a sample.
    static let maxTimeout: Duration = .seconds(600)
}
