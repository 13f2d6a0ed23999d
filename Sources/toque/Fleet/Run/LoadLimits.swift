import ArgumentParser
import LoadMeasurement
import ToqueEncoding

/// What a load test may not exceed; beyond it, the command fails.
struct LoadLimits: ParsableArguments {
    @Option(
        help: .init("Fail if more than this percentage of all steps fails. Default: 0.", valueName: "percent"))
    var failAbove = 0.0

    @Option(
        help: .init(
            "Fail if the 99th percentile of all requests is longer, such as 250ms. Default: no limit.",
            valueName: "time"))
    var maxP99: TimeSpan?

    /// - Throws: status 2 for a number out of range.
    func validate() throws {
        guard (0...100).contains(failAbove) else {
            throw CommandError.invalid("--fail-above", "\(failAbove)", expected: "a percentage from 0 to 100")
        }
    }

    /// - Throws: status 1 if the result exceeds a limit.
    func check(_ report: LoadReport) throws(CommandError) {
        guard report.begun > 0 else {
            throw CommandError(.expectationFailed, at: "fleet run", "no journey began: the test was interrupted")
        }
        let count = report.table.failureCount
        if report.failedShare * 100 > failAbove {
            throw CommandError(
                .expectationFailed, at: "--fail-above",
                "\(count) of \(report.table.stepCount) steps failed (\(LoadNumbers.percent(report.failedShare)) %)",
                hint: "the report lists the failures; allow a share of them with --fail-above PERCENT")
        }
        let p99 = report.total.statistics.latencies.microseconds(atPercentile: 99)
        if let maxP99, .microseconds(p99) > maxP99.duration {
            throw CommandError(
                .expectationFailed, at: "--max-p99",
                "the 99th percentile is \(LoadNumbers.milliseconds(p99)) ms, "
                    + "above \(LoadNumbers.milliseconds(Int(maxP99.duration.microseconds))) ms")
        }
    }
}
