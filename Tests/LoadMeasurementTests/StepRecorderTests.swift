import Synchronization
import Testing

@testable import LoadMeasurement

@Suite struct StepRecorderTests {
    private static func outcome(_ name: String, _ milliseconds: Int, failure: String? = nil) -> StepOutcome {
        StepOutcome(name: name, duration: .milliseconds(milliseconds), bytes: 10, failure: failure)
    }

    @Test("Percentiles are exact to three digits, and the maximum exactly")
    func percentiles() {
        var latencies = LatencyHistogram()
        for value in 1...10_000 { latencies.record(.microseconds(value * 7)) }
        for (percentile, exact) in [(50.0, 35_000.0), (90, 63_000), (99, 69_300), (99.9, 69_930)] {
            let found = Double(latencies.microseconds(atPercentile: percentile))
            #expect(abs(found - exact) / exact < 0.001, "\(percentile)")
        }
        #expect(latencies.maximum == 70_000)
        #expect(abs(latencies.mean - 35_003.5) < 0.001)
        #expect(latencies.count == 10_000)
        #expect(latencies.distribution.last?.count == 10_000)
        #expect(latencies.distribution.last?.percentile == 100)
    }

    @Test("Latencies outside the range count at its ends")
    func range() {
        var latencies = LatencyHistogram()
        latencies.record(.seconds(-5))
        latencies.record(.seconds(1_000_000))
        #expect(latencies.microseconds(atPercentile: 1) == 0)
        #expect(latencies.maximum == 3_600_000_000)
        #expect(LatencyHistogram().microseconds(atPercentile: 99) == 0)
        #expect(LatencyHistogram().distribution.isEmpty)
    }

    @Test("Many threads lose nothing, and an interval is taken once")
    func threads() async {
        let recorder = StepRecorder(shards: 4)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for index in 0..<1000 {
                        recorder.record([
                            Self.outcome("GET /a/", 1, failure: index % 10 == 0 ? "status 500" : nil),
                            Self.outcome("DEVICE sign", 2), Self.outcome("JOURNEY pay", 3 + task),
                        ])
                    }
                }
            }
        }
        let table = recorder.table
        #expect(table.steps.mapValues(\.count) == ["GET /a/": 8000, "DEVICE sign": 8000, "JOURNEY pay": 8000])
        #expect(table.steps["GET /a/"]?.failures == 800)
        #expect(table.steps["GET /a/"]?.bytes == 80_000)
        #expect(table.failures == [StepTable.Failure(step: "GET /a/", text: "status 500"): 800])
        #expect(table.requests.count == 8000)
        #expect(recorder.takeInterval().count == 8000)
        #expect(recorder.takeInterval().count == 0)
        #expect(recorder.table.requests.count == 8000)
    }

    @Test("New names and texts without end are counted together")
    func bounds() {
        let recorder = StepRecorder(shards: 2)
        for index in 0..<1000 {
            recorder.record([
                Self.outcome("GET /\(index)/", 1, failure: "\(index)" + String(repeating: "x", count: 999))
            ])
        }
        let table = recorder.table
        #expect((StepTable.maxSteps...StepTable.maxSteps + 1).contains(table.steps.count))
        #expect(table.steps.values.reduce(0) { $0 + $1.count } == 1000)
        #expect((StepTable.maxFailures...StepTable.maxFailures + 1).contains(table.failures.count))
        #expect(table.failures.values.reduce(0, +) == 1000)
        #expect(table.failures.keys.allSatisfy { $0.text.count <= 200 })
        #expect(table.failureCount == 1000)
    }

    @Test("A kind's steps beyond its limit are counted together, with none of another kind")
    func others() {
        let recorder = StepRecorder(shards: 1)
        for index in 0..<StepTable.maxSteps + 100 {
            recorder.record([Self.outcome("GET /\(index)/", 1), Self.outcome("DEVICE \(index)", 1)])
        }
        recorder.record([Self.outcome("JOURNEY pay", 1)])
        let table = recorder.table
        #expect(table.steps["other requests"]?.count == 100)
        #expect(table.steps["DEVICE others"]?.count == 100)
        #expect(table.steps["JOURNEY pay"]?.count == 1)
        #expect(table.requests.count == StepTable.maxSteps + 100)
        #expect(table.stepCount == 2 * (StepTable.maxSteps + 100))
    }

    @Test(
        "A step's kind is that of its first word",
        arguments: [
            ("POST /a/", .request), ("DEVICE register", .device), ("JOURNEY pay", .journey), ("", .device),
            ("POSTAL", .device), ("other requests", .request), ("DEVICE others", .device), ("JOURNEY others", .journey),
        ] as [(String, StepKind)])
    func kinds(name: String, kind: StepKind) { #expect(StepKind(ofStep: name) == kind) }

    @Test("Sizes beyond any number do not trap")
    func sizes() {
        var statistics = StepStatistics()
        for _ in 0..<2 { statistics.add(StepOutcome(name: "GET /", duration: .zero, bytes: .max)) }
        #expect(statistics.bytes == .max)
    }
}
