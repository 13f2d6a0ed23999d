/// A collection of durations.
struct Latencies: Sendable {
    private var nanoseconds: [Int64] = []

    var count: Int { nanoseconds.count }

    mutating func add(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        nanoseconds.append(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    mutating func add(_ other: Latencies) { nanoseconds += other.nanoseconds }

    /// The percentile in milliseconds (nearest rank).
    func percentiles(_ percents: [Double]) -> [Double] {
        let sorted = nanoseconds.sorted()
        return percents.map { percent in
            guard !sorted.isEmpty else { return 0 }
            let rank = Int((percent / 100 * Double(sorted.count)).rounded(.up))
            return Double(sorted[min(max(rank, 1), sorted.count) - 1]) / 1_000_000
        }
    }
}
