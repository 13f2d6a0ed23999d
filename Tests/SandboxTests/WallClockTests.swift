import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct WallClockTests {
    /// Who is woken before the time finds nothing due, and nobody wakes them again.
    @Test func sleepsOnWhereTheTimeWasSetBack() async throws {
        let start = Timestamp(microseconds: 1_772_366_400_000_000)
        // Milliseconds that the clock shows, one after the other: it is set back once, then a little late.
        let readings = Mutex<[Int]>([0, -3, 1, 2, 7])
        let clock = WallClock(reading: {
            start + .milliseconds(readings.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] })
        })
        try await clock.sleep(until: start + .milliseconds(2))
        #expect(readings.withLock { $0 } == [7])
    }
}
