import ArgumentParser
import LoadMeasurement
import ToqueEncoding

/// What a load test may not exceed; beyond it, the command fails.
struct LoadLimits: ParsableArguments {
    @Option(
        help: .init("Fail if more than this percentage of all steps fails. Default: 0.", valueName: "percent"))
    var failAbove = "0"

    @Option(
        help: .init(
            "Fail if the 99th percentile of all requests is longer, such as 250ms. Default: no limit.",
            valueName: "time"))
    var maxP99: TimeSpan?

    /// - Throws: status 2 for a number out of range.
    func validate() throws {
        _ = try allowedPercentage()
    }

    private func allowedPercentage() throws(CommandError) -> Double {
        guard let percentage = Double(failAbove), (0...100).contains(percentage) else {
            throw .invalid("--fail-above", failAbove, expected: "a percentage from 0 to 100")
        }
        return percentage
    }

    /// - Throws: status 1 if the result exceeds a limit.
    func check(_ report: LoadReport) throws(CommandError) {
        guard report.begun > 0 else {
            throw Self.noJourney(report)
        }
        let (count, allowed) = (report.table.failureCount, try allowedPercentage())
        if report.failedShare * 100 > allowed {
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

    private static func noJourney(_ report: LoadReport) -> CommandError {
        guard !report.isInterrupted else {
            return CommandError(.expectationFailed, at: "fleet run", "no journey began: the test was interrupted")
        }
        return CommandError(
            .expectationFailed, at: "fleet run", "no journey began: none was due within --for",
            hint: "pass a longer --for, a higher --rate or a shorter --ramp-up")
    }
}
