import APIClient
import Synchronization
import Testing
import ToqueTestSupport

@Suite struct PollingTests {
    @Test("By default, polling fails after 61 attempts without a value")
    func asksSixtyOneTimesInTwoMinutes() async throws {
        var attempts = 0
        await #expect(throws: PollingTimeout.self) {
            try await Polling().poll(for: "a result", clock: LeapingClock()) { () -> Int? in
                attempts += 1
                return nil
            }
        }
        #expect(attempts == 61)
    }

    @Test("Polling stops at the first value and returns it")
    func stopsAtTheFirstValue() async throws {
        var attempts = 0
        let value = try await Polling().poll(for: "a result", clock: LeapingClock()) { () -> Int? in
            attempts += 1
            return attempts == 3 ? attempts : nil
        }
        #expect(value == 3)
    }

    @Test("The wait callback runs before each wait and not after the value has arrived")
    func tellsOfEachWait() async throws {
        let waits = Mutex(0)
        var polling = Polling()
        polling.onWait = { waits.withLock { $0 += 1 } }
        var attempts = 0
        _ = try await polling.poll(for: "a result", clock: LeapingClock()) { () -> Int? in
            attempts += 1
            return attempts == 3 ? attempts : nil
        }
        #expect(waits.withLock { $0 } == 2)
    }
}
