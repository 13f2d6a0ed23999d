import CTAP
import Testing

@testable import VirtualKey

/// The rate of reports to a hidraw node.
struct ReportPaceTests {
    /// The wait of each report; zero for none.
    private func waits(_ pace: inout ReportPace, at times: [Duration]) -> [Duration] {
        times.map { pace.wait(at: $0) ?? .zero }
    }

    @Test("After a burst of 24 reports one leaves each millisecond")
    func aBurstThenOnePerMillisecond() {
        var pace = ReportPace()
        let start = Duration.seconds(5)
        let burst = waits(&pace, at: Array(repeating: start, count: 24))
        #expect(burst.allSatisfy { $0 == .zero })
        let next = waits(
            &pace, at: [.zero, .microseconds(400), .milliseconds(1), .milliseconds(1)].map { start + $0 })
        #expect(next == [.milliseconds(1), .microseconds(600), .zero, .milliseconds(1)])
    }

    @Test("A pause of any length allows one burst of 24 reports")
    func aPauseAllowsOneBurst() {
        var pace = ReportPace()
        for start in [Duration.seconds(1), .seconds(2), .seconds(1000)] {
            let waits = waits(&pace, at: Array(repeating: start, count: 25))
            #expect(waits.dropLast().allSatisfy { $0 == .zero })
            #expect(waits.last == .milliseconds(1))
        }
    }
}
