import ToqueEncoding

/// A Prometheus histogram of durations.
struct Histogram: Sendable {
    /// Upper bounds in seconds; above the last one is +Inf.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// Observations in each bucket alone.
    private var counts = Array(repeating: 0, count: bounds.count)
    private(set) var count = 0
    private(set) var sum = Duration.zero

    mutating func observe(_ duration: Duration) {
        count += 1
        sum += duration
        let seconds = Double(duration.microseconds) / 1_000_000
        if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) { counts[index] += 1 }
    }

    /// Cumulative observations up to each bound.
    var cumulative: [(bound: Double, count: Int)] {
        var total = 0
        return zip(Self.bounds, counts).map { bound, count in
            total += count
            return (bound, total)
        }
    }
}
