import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct ManualClockTests {
    private let clock = ManualClock(now: Timestamp(microseconds: 0))

    @Test("A sleeper wakes when the manual clock reaches its deadline")
    func wakesSleepersAtTheirTime() async throws {
        let clock = clock
        try await clock.sleep(until: Timestamp(microseconds: 0))
        let sleeper = Task {
            try await clock.sleep(until: Timestamp(microseconds: 10))
            return clock.now
        }
        // Advancing releases the sleeper whether or not it sleeps already.
        clock.advance(by: .microseconds(4))
        clock.advance(by: .microseconds(6))
        #expect(try await sleeper.value == Timestamp(microseconds: 10))
    }

    @Test("A canceled sleep ends with CancellationError")
    func endsACanceledSleep() async throws {
        let clock = clock
        let sleeper = Task { try await clock.sleep(until: Timestamp(microseconds: 10)) }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
