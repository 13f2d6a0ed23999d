/// The counts and latencies of one step.
public struct StepStatistics: Sendable {
    public private(set) var latencies = LatencyHistogram()
    public private(set) var failures = 0
    /// The sum of the answers' sizes.
    public private(set) var bytes = 0

    public init() {}

    /// Failures included.
    public var count: Int { latencies.count }

    mutating func add(_ outcome: StepOutcome) {
        latencies.record(outcome.duration)
        failures += outcome.failure == nil ? 0 : 1
        bytes = bytes.addingSaturated(outcome.bytes)
    }

    mutating func reset() {
        latencies.reset()
        (failures, bytes) = (0, 0)
    }

    mutating func add(_ other: StepStatistics) {
        latencies.add(other.latencies)
        failures += other.failures
        bytes = bytes.addingSaturated(other.bytes)
    }
}

extension Int {
    /// A size comes from a server, so it must not trap.
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, isTooLarge) = addingReportingOverflow(other)
        return isTooLarge ? .max : sum
    }
}
