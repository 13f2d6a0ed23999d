import Histogram
import ToqueEncoding

/// Latencies in microseconds to three significant digits, in bounded memory (HdrHistogram).
public struct LatencyHistogram: Sendable {
    /// A point of the distribution.
    public struct Point: Sendable, Hashable {
        public let percentile: Double
        public let microseconds: Int
        /// The number of latencies up to this point.
        public let count: Int
    }

    /// Longer latencies count as one hour: the histogram's memory grows with its range.
    private static let limit: UInt64 = 3_600_000_000

    private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
    private var sum = 0.0

    public init() {}

    public var count: Int { Int(clamping: histogram.totalCount) }

    /// Adds a latency; a negative one counts as zero.
    /// - Parameter latency: at most one hour.
    public mutating func record(_ latency: Duration) {
        let value = min(UInt64(clamping: latency.microseconds), Self.limit)
        sum += Double(value)
        histogram.record(value)
    }

    /// Adds all latencies of another histogram.
    /// - Parameter other: unchanged.
    public mutating func add(_ other: LatencyHistogram) {
        sum += other.sum
        histogram.add(other.histogram)
    }

    /// Forgets all latencies, and keeps the memory for new ones.
    mutating func reset() {
        histogram.reset()
        sum = 0
    }

    /// The latency in microseconds that this share of all latencies does not exceed; 0 if there is none.
    /// - Parameter percentile: from 0 to 100.
    public func microseconds(atPercentile percentile: Double) -> Int {
        Int(clamping: histogram.valueAtPercentile(percentile))
    }

    /// The longest latency in microseconds, exactly; 0 if there is none.
    public var maximum: Int { Int(clamping: histogram.maxRecorded) }

    /// The average in microseconds; 0 if there is none.
    public var mean: Double { count == 0 ? 0 : sum / Double(count) }

    /// Points that come closer together toward 100 %: five for each halving of the rest.
    public var distribution: [Point] {
        guard count > 0 else { return [] }
        return histogram.percentiles(ticksPerHalfDistance: 5).map {
            Point(
                percentile: $0.percentileLevelIteratedTo, microseconds: Int(clamping: $0.value),
                count: Int(clamping: $0.totalCountToThisValue))
        }
    }
}
