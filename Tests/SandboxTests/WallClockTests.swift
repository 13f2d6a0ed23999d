import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct WallClockTests {
    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)

    /// A system clock and a monotonic clock that the test sets.
    private final class Clocks: Sendable {
        private let state = Mutex((wall: WallClockTests.start, elapsed: Duration.zero))
        var wall: Timestamp { state.withLock { $0.wall } }
        var elapsed: Duration { state.withLock { $0.elapsed } }

        func pass(_ time: Duration, setting step: Duration = .zero) {
            state.withLock { state in
                state.elapsed += time
                state.wall = state.wall + time + step
            }
        }
    }

    @Test("A system clock set back does not move time back, and one set forward moves it forward")
    func steps() {
        let clocks = Clocks()
        let clock = WallClock(reading: { clocks.wall }, elapsed: { clocks.elapsed })
        #expect(clock.now == Self.start)
        clocks.pass(.seconds(10), setting: .seconds(-3600))
        #expect(clock.now == Self.start + .seconds(10))
        clocks.pass(.seconds(10))
        #expect(clock.now == Self.start + .seconds(20))
        // The clock gets the hour back, and one more.
        clocks.pass(.seconds(10), setting: .seconds(7200))
        #expect(clock.now == Self.start + .seconds(3630))
        clocks.pass(.seconds(5))
        #expect(clock.now == clocks.wall)
    }

    @Test("A timer is on time even if the system's clock is set back by an hour", .timeLimit(.minutes(1)))
    func sleepsNoLonger() async throws {
        let origin = ContinuousClock.now
        let wasRead = Atomic(false)
        let clock = WallClock(
            reading: {
                let step = wasRead.exchange(true, ordering: .relaxed) ? Duration.seconds(-3600) : .zero
                return Self.start + (ContinuousClock.now - origin) + step
            }, elapsed: { ContinuousClock.now - origin })
        try await clock.sleep(until: Self.start + .milliseconds(20))
        #expect(clock.now >= Self.start + .milliseconds(20))
    }

    /// Nothing is due for a sleeper that wakes early, and nothing wakes it again.
    @Test("A sleep that ends early is continued")
    func sleepsOn() async throws {
        let readings = Mutex<[Int]>([0, 0, 1, 2, 7])
        let clock = WallClock(
            reading: { Self.start + .milliseconds(readings.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }) },
            elapsed: { .zero })
        try await clock.sleep(until: Self.start + .milliseconds(3))
        #expect(readings.withLock { $0 } == [7])
    }
}
