/// A point of a load test's timeline: the requests that ended in it.
public struct LoadInterval: Sendable, Hashable {
    /// From the start of the test to the end of the interval.
    public let end: Duration
    public let length: Duration
    public let requests: Int
    public let failures: Int
    /// Percentiles of latencies in microseconds.
    public let p50: Int
    public let p99: Int
    /// Users at work at the end.
    public let active: Int

    /// - Parameters:
    ///   - end: from the start of the test to the end of the interval.
    ///   - length: of the interval.
    ///   - requests: those that ended in it.
    ///   - active: users at work at the end.
    public init(end: Duration, length: Duration, requests: StepStatistics, active: Int) {
        self.end = end
        self.length = length
        self.requests = requests.count
        failures = requests.failures
        p50 = requests.latencies.microseconds(atPercentile: 50)
        p99 = requests.latencies.microseconds(atPercentile: 99)
        self.active = active
    }

    /// Requests a second.
    public var rate: Double { Double(requests) / max(length / .seconds(1), 0.001) }
}
