import ToqueEncoding

/// The result of a load test.
public struct LoadReport: Sendable {
    /// A line of the table.
    public struct Row: Sendable {
        public let name: String
        /// nil for all requests together.
        public let kind: StepKind?
        public let statistics: StepStatistics
        /// A second.
        public let rate: Double
    }

    /// The percentiles of a row, in the order of its columns.
    public static let percentiles = [50, 90, 95, 99, 99.9]

    public let plan: LoadPlan
    public let start: Timestamp
    public let duration: Duration
    public let table: StepTable
    public let intervals: [LoadInterval]
    /// True if the test was interrupted before its last arrival.
    public let isInterrupted: Bool
    /// Arrivals whose time came, up to the interrupt.
    public let due: Int
    /// Arrivals that began.
    public let begun: Int
    /// Arrivals that waited for a free user.
    public let waited: Int
    public let longestDelay: Duration
    /// The most users at work at the same time.
    public let peak: Int

    /// - Parameters:
    ///   - plan: what the test was to do.
    ///   - start: the time of day.
    ///   - duration: to the end of the last user.
    ///   - table: all steps.
    ///   - intervals: the timeline.
    ///   - progress: of the arrivals.
    public init<LoadClock>(
        plan: LoadPlan, start: Timestamp, duration: Duration, table: StepTable, intervals: [LoadInterval],
        progress: OpenLoad<LoadClock>.Progress
    ) {
        self.plan = plan
        self.start = start
        self.duration = duration
        self.table = table
        self.intervals = intervals
        isInterrupted = progress.isInterrupted
        due = progress.begun + progress.missed
        begun = progress.begun
        waited = progress.waited
        longestDelay = progress.longestDelay
        peak = progress.peak
    }

    /// Journeys, requests and the devices' work by name, each after the other.
    public var rows: [Row] {
        table.steps.map { row($0.key, StepKind(ofStep: $0.key), $0.value) }.sorted {
            ($0.kind ?? .device, $0.name) < ($1.kind ?? .device, $1.name)
        }
    }

    /// All requests together.
    public var total: Row { row("All requests", nil, table.requests) }

    /// The most frequent failures first.
    public var failures: [(failure: StepTable.Failure, count: Int)] {
        table.failures.map { (failure: $0.key, count: $0.value) }.sorted {
            ($1.count, $0.failure.step, $0.failure.text) < ($0.count, $1.failure.step, $1.failure.text)
        }
    }

    /// The share of steps that failed, from 0 to 1; 0 without any step.
    public var failedShare: Double {
        table.stepCount == 0 ? 0 : Double(table.failureCount) / Double(table.stepCount)
    }

    private func row(_ name: String, _ kind: StepKind?, _ statistics: StepStatistics) -> Row {
        Row(
            name: name, kind: kind, statistics: statistics,
            rate: Double(statistics.count) / max(duration / .seconds(1), 0.001))
    }
}
