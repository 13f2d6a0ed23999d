import CTAP
import Testing

@testable import VirtualKey

/// Selection of the keepalives that are sent to a hidraw node.
struct KeepaliveThinningTests {
    private static func report(_ command: CTAPHIDCommand, _ status: UInt8, on channel: UInt32 = 7) -> [UInt8] {
        CTAPHIDMessage(channel: CTAPHIDChannel(rawValue: channel), command: command, payload: [status]).reports[0]
    }

    /// A client may read nothing during a touch: the kernel keeps 63 reports for it.
    @Test("Keepalives during a long wait leave room for the answer")
    func aTouchLeavesRoomForTheAnswer() {
        var thinning = KeepaliveThinning()
        let keepalive = Self.report(.keepalive, 2)
        let times = (0..<300).map { 100 * $0 }.filter { thinning.passes(keepalive, at: .milliseconds($0)) }
        #expect(times.prefix(7) == [0, 100, 200, 300, 400, 500, 2000])
        #expect(times.count <= 63 - 35)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < 2000 })
    }

    @Test(
        "A keepalive with a new status or on another channel passes",
        arguments: [
            ("another status", report(.keepalive, 2)),
            ("another channel", report(.keepalive, 1, on: 8)),
        ])
    func whatIsNewPasses(name: String, news: [UInt8]) {
        #expect(passed([news, Self.report(.keepalive, 1)]) == [true, true], "\(name)")
    }

    @Test("Keepalives pass again after an answer")
    func anotherRequestBeginsAnew() {
        #expect(passed([Self.report(.cbor, 0), Self.report(.keepalive, 1)]) == [true, true])
    }

    @Test("An error on another channel does not let keepalives pass again")
    func whatOthersAreToldChangesNothing() {
        #expect(passed([Self.report(.error, 6, on: 8), Self.report(.keepalive, 1)]) == [true, false])
    }

    /// Which of the reports pass, after so many keepalives that they no longer do.
    private func passed(_ reports: [[UInt8]]) -> [Bool] {
        var thinning = KeepaliveThinning()
        let before = (0..<7).map { _ in thinning.passes(Self.report(.keepalive, 1), at: .zero) }
        #expect(before == Array(repeating: true, count: 6) + [false])
        return reports.map { thinning.passes($0, at: .zero) }
    }
}
