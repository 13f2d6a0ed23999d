import ToqueEncoding

/// A load test of this process: users arrive, their steps are recorded, and a timeline is kept.
public struct LoadTest<LoadClock: Clock>: Sendable where LoadClock.Instant == ContinuousClock.Instant {
    private let plan: LoadPlan
    private let clock: LoadClock
    private let executor: @Sendable (Int) -> (any TaskExecutor)?
    private let turn: @Sendable (Int, ContinuousClock.Instant) async -> [StepOutcome]

    /// - Parameters:
    ///   - plan: what to do.
    ///   - clock: of the arrivals.
    ///   - executor: where a user's turns run; nil for anywhere.
    ///   - turn: one user's journey: the number of the user, and the time at which it was to begin.
    public init(
        _ plan: LoadPlan, clock: LoadClock, executor: @escaping @Sendable (Int) -> (any TaskExecutor)? = { _ in nil },
        turn: @escaping @Sendable (Int, ContinuousClock.Instant) async -> [StepOutcome]
    ) {
        self.plan = plan
        self.clock = clock
        self.executor = executor
        self.turn = turn
    }

    /// Runs until the last user has ended. If the task is canceled, no more users begin.
    /// - Parameter onInterval: gets each point of the timeline when it is known.
    public func run(onInterval: @escaping @Sendable (LoadInterval) -> Void) async -> LoadReport {
        let recorder = StepRecorder()
        let first = plan.firstUser
        let load = OpenLoad(
            users: first..<first + plan.users, arrivals: plan.arrivals, clock: clock, executor: executor)
        let (time, start) = (Timestamp.now(), clock.now)
        // A task of its own: it goes on while users end after a cancellation.
        let timeline = Task { [clock] in
            var (intervals, last): ([LoadInterval], ContinuousClock.Instant) = ([], start)
            while !Task.isCancelled {
                try? await clock.sleep(until: last + plan.interval, tolerance: .zero)
                let end = clock.now
                intervals.append(
                    LoadInterval(
                        end: end - start, length: end - last, requests: recorder.takeInterval(),
                        active: load.progress.active))
                last = end
                onInterval(intervals[intervals.count - 1])
            }
            return intervals
        }
        await load.run(from: start) { [turn] user, intended in recorder.record(await turn(user, intended)) }
        let duration = clock.now - start
        timeline.cancel()
        return LoadReport(
            plan: plan, start: time, duration: duration, table: recorder.table, intervals: await timeline.value,
            progress: load.progress)
    }
}
