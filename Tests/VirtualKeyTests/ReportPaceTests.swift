import CTAP
import Testing

@testable import VirtualKey

/// What leaves for a hidraw node, and when.
struct ReportPaceTests {
    @Test func aBurstThenOnePerMillisecond() {
        var pace = ReportPace()
        let start = Duration.seconds(5)
        for _ in 0..<24 { #expect(pace.wait(at: start) == nil) }
        #expect(pace.wait(at: start) == .milliseconds(1))
        #expect(pace.wait(at: start + .microseconds(400)) == .microseconds(600))
        #expect(pace.wait(at: start + .milliseconds(1)) == nil)
        #expect(pace.wait(at: start + .milliseconds(1)) == .milliseconds(1))
    }

    /// However long the pause was.
    @Test func aPauseAllowsOneBurst() {
        var pace = ReportPace()
        for start in [Duration.seconds(1), .seconds(2), .seconds(1000)] {
            for _ in 0..<24 { #expect(pace.wait(at: start) == nil) }
            #expect(pace.wait(at: start) == .milliseconds(1))
        }
    }

    private static let channel = CTAPHIDChannel(rawValue: 7)

    private static func report(_ command: CTAPHIDCommand, _ payload: [UInt8], on channel: CTAPHIDChannel = channel)
        -> [UInt8]
    {
        CTAPHIDMessage(channel: channel, command: command, payload: payload).reports[0]
    }

    /// A client reads nothing for as long as a touch may take: the kernel keeps 63 reports for it.
    @Test func keepalivesOfATouchLeaveRoomForTheAnswer() {
        var thinning = KeepaliveThinning()
        let keepalive = Self.report(.keepalive, [2])
        let times = (0..<300).map { Duration.milliseconds(100 * $0) }.filter { thinning.passes(keepalive, at: $0) }
        #expect(times.prefix(7) == [0, 100, 200, 300, 400, 500, 2000].map { .milliseconds($0) })
        #expect(times.count <= 63 - 35)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 < .seconds(2) })
    }

    @Test func whatIsNewPasses() {
        var thinning = KeepaliveThinning()
        for _ in 0..<6 { #expect(thinning.passes(Self.report(.keepalive, [1]), at: .zero)) }
        #expect(!thinning.passes(Self.report(.keepalive, [1]), at: .zero))
        // Another status, another request on the channel, another channel, and what is no keepalive.
        #expect(thinning.passes(Self.report(.keepalive, [2]), at: .zero))
        for _ in 0..<2 {
            for _ in 0..<6 { #expect(thinning.passes(Self.report(.keepalive, [1]), at: .zero)) }
            #expect(!thinning.passes(Self.report(.keepalive, [1]), at: .zero))
            // Who is told to wait on another channel changes nothing.
            #expect(thinning.passes(Self.report(.error, [6], on: CTAPHIDChannel(rawValue: 8)), at: .zero))
            #expect(!thinning.passes(Self.report(.keepalive, [1]), at: .zero))
            #expect(thinning.passes(Self.report(.cbor, [0]), at: .zero))
        }
        #expect(thinning.passes(Self.report(.keepalive, [1], on: CTAPHIDChannel(rawValue: 8)), at: .zero))
    }
}
