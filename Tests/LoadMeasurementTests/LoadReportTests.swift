import Testing
import ToqueEncoding

@testable import LoadMeasurement

@Suite struct LoadReportTests {
    static func report(_ outcomes: [StepOutcome]) -> LoadReport {
        let recorder = StepRecorder(shards: 1)
        recorder.record(outcomes)
        let plan = LoadPlan(users: 5, rate: 2.5, rampUp: .seconds(1), end: .after(.seconds(10)), seed: "9")
        var progress = OpenLoad<ContinuousClock>.Progress()
        (progress.begun, progress.missed, progress.isInterrupted) = (3, 2, true)
        return LoadReport(
            plan: plan, start: Timestamp(microseconds: 0), duration: .seconds(10), table: recorder.table,
            intervals: [
                LoadInterval(end: .seconds(1), length: .seconds(1), requests: recorder.takeInterval(), active: 2)
            ], progress: progress)
    }

    private static func outcome(_ name: String, failure: String? = nil) -> StepOutcome {
        StepOutcome(name: name, duration: .milliseconds(4), bytes: 5, failure: failure)
    }

    @Test("Journeys come first, then requests, then the devices' work; only requests are in the total")
    func order() {
        let report = Self.report(
            ["POST /b/", "DEVICE sign", "JOURNEY pay", "GET /a/", "GET /a/"].map { Self.outcome($0) })
        #expect(report.rows.map(\.name) == ["JOURNEY pay", "GET /a/", "POST /b/", "DEVICE sign"])
        #expect(report.total.statistics.count == 3)
        #expect(report.total.rate == 0.3)
        #expect(report.failedShare == 0)
    }

    @Test("The most frequent failure comes first, and a failed journey is not counted twice")
    func failures() {
        let report = Self.report([
            Self.outcome("GET /a/", failure: "status 500"), Self.outcome("GET /a/", failure: "status 503"),
            Self.outcome("GET /a/", failure: "status 503"), Self.outcome("GET /a/"),
            Self.outcome("JOURNEY pay", failure: "failed at GET /a/"),
        ])
        #expect(report.failures.map(\.failure.text) == ["status 503", "status 500"])
        #expect(report.failures.map(\.count) == [2, 1])
        #expect(report.failedShare == 0.75)
    }

    @Test("A report without any step has numbers too")
    func empty() {
        let report = Self.report([])
        #expect(report.failedShare == 0)
        #expect(report.json["total"]?["percentiles"]?["p99.9"]?.intValue == 0)
        #expect(report.json["total"]?["kind"] == .null)
        #expect(report.json["steps"]?.arrayValue?.isEmpty == true)
    }

    @Test("The JSON has each row's percentiles and distribution")
    func json() throws {
        let json = Self.report([Self.outcome("GET /a/")]).json
        let row = try #require(json["steps"]?.arrayValue?.first)
        #expect(row["percentiles"]?["p50"]?.intValue == 4000)
        #expect(row["max"]?.intValue == 4000)
        #expect(row["distribution"]?.arrayValue?.last?["count"]?.intValue == 1)
        #expect(json["plan"]?["duration"]?.intValue == 10_000_000)
        #expect(json["interrupted"] == true)
        #expect(json["arrivals"]?["due"]?.intValue == 5 && json["arrivals"]?["begun"]?.intValue == 3)
        #expect(json["timeline"]?.arrayValue?.first?["requests"]?.intValue == 1)
    }

    @Test(
        "A timeline has at most 600 points, and at most one a second",
        arguments: [
            (LoadPlan(users: 1, rate: 1, end: .after(.seconds(30)), seed: "0"), 1),
            (LoadPlan(users: 1, rate: 1, end: .after(.seconds(3600)), seed: "0"), 6),
            (LoadPlan(users: 1, rate: 10, end: .count(12_000), seed: "0"), 2),
            (LoadPlan(users: 1, rate: 1e-300, end: .count(12_000), seed: "0"), 1_666_667),
        ])
    func interval(plan: LoadPlan, seconds: Int) { #expect(plan.interval == .seconds(seconds)) }
}
