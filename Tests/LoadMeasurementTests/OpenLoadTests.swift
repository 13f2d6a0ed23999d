import LoadMeasurement
import Synchronization
import Testing

@Suite struct OpenLoadTests {
    private struct Turn: Equatable {
        let user: Int
        let intended: Duration
        let begun: Duration
    }

    private final class Turns: Sendable {
        private let turns = Mutex<[Turn]>([])
        var all: [Turn] { turns.withLock { $0.sorted { $0.intended < $1.intended } } }
        func add(_ turn: Turn) { turns.withLock { $0.append(turn) } }
    }

    private final class Count: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func add() { count.withLock { $0 += 1 } }
    }

    @Test("An arrival waits for a free user, and begins with the time at which it was to begin")
    func lateness() async {
        let (clock, turns) = (JumpingClock(), Turns())
        let arrivals = OpenArrivals(rate: 1, end: .count(50), seed: 1)
        let load = OpenLoad(users: 3..<4, arrivals: arrivals, clock: clock)
        await load.run(from: clock.now) { user, intended in
            turns.add(Turn(user: user, intended: intended.offset, begun: clock.now.offset))
            // Ten times as long as the average interval.
            clock.pass(to: clock.now.advanced(by: .seconds(10)))
        }
        #expect(turns.all.map(\.intended) == Array(arrivals))
        #expect(turns.all.allSatisfy { $0.user == 3 && $0.begun >= $0.intended })
        // The last waits for 49 turns of ten seconds.
        #expect(load.progress.longestDelay > .seconds(400))
        #expect(load.progress.begun == 50)
        #expect(load.progress.peak == 1)
        #expect(load.progress.active == 0)
    }

    @Test("Every user gets a turn before one gets a second")
    func turns() async {
        let (clock, turns) = (JumpingClock(), Turns())
        let load = OpenLoad(users: 100..<110, arrivals: OpenArrivals(rate: 5, end: .count(25), seed: 2), clock: clock)
        await load.run(from: clock.now) { user, intended in
            turns.add(Turn(user: user, intended: intended.offset, begun: .zero))
        }
        #expect(turns.all.prefix(10).map(\.user) == Array(100..<110))
        #expect(turns.all.count == 25)
        #expect(load.progress.longestDelay == .zero || load.progress.peak <= 10)
    }

    @Test("A canceled load lets no more users begin, and users at work finish")
    func cancellation() async {
        let clock = ContinuousClock()
        let (finished, wasCanceled) = (Count(), Count())
        let (begun, continuation) = AsyncStream<Void>.makeStream()
        let load = OpenLoad(
            users: 0..<2, arrivals: OpenArrivals(rate: 1000, end: .after(.seconds(3600)), seed: 3), clock: clock)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let task = Task {
            await load.run(from: clock.now) { _, _ in
                continuation.yield()
                for await _ in gate {}
                if Task.isCancelled { wasCanceled.add() }
                finished.add()
            }
        }
        for await _ in begun { break }
        task.cancel()
        open.finish()
        await task.value
        let progress = load.progress
        #expect(finished.value == progress.begun)
        #expect((1...2).contains(progress.peak))
        #expect(progress.active == 0)
        #expect(wasCanceled.value == 0)
    }

    @Test("A canceled load counts the arrivals that were due by then and never began")
    func missed() async {
        let clock = JumpingClock()
        let arrivals = OpenArrivals(rate: 1, end: .count(50), seed: 5)
        let load = OpenLoad(users: 0..<1, arrivals: arrivals, clock: clock)
        let (begun, continuation) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let start = clock.now
        let task = Task {
            await load.run(from: start) { _, _ in
                continuation.yield()
                for await _ in gate {}
            }
        }
        for await _ in begun { break }
        // While the only user is at work, the time of the tenth arrival comes.
        clock.pass(to: start.advanced(by: Array(arrivals)[9]))
        task.cancel()
        // What comes later is not due.
        clock.pass(to: start.advanced(by: .seconds(1000)))
        open.finish()
        await task.value
        #expect(load.progress.begun == 1 && load.progress.missed == 9)
        #expect(load.progress.isInterrupted)
    }

    @Test("A load that is canceled after its last arrival is whole")
    func late() async {
        let clock = JumpingClock()
        let load = OpenLoad(users: 0..<2, arrivals: OpenArrivals(rate: 1, end: .count(2), seed: 6), clock: clock)
        let (begun, continuation) = AsyncStream<Void>.makeStream()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let task = Task {
            await load.run(from: clock.now) { _, _ in
                continuation.yield()
                for await _ in gate {}
            }
        }
        var turns = begun.makeAsyncIterator()
        for _ in 0..<2 { await turns.next() }
        task.cancel()
        open.finish()
        await task.value
        #expect(load.progress.begun == 2 && load.progress.missed == 0)
        #expect(!load.progress.isInterrupted)
    }

    @Test("Without a user, nothing begins")
    func nobody() async {
        let clock = JumpingClock()
        let load = OpenLoad(users: 0..<0, arrivals: OpenArrivals(rate: 1, end: .count(1), seed: 4), clock: clock)
        await load.run(from: clock.now) { _, _ in Issue.record("a user began") }
        #expect(load.progress.begun == 0)
    }
}
