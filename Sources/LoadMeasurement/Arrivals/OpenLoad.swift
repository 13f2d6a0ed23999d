import Synchronization

/// Lets users arrive. An arrival without a free user waits for one, and its wait counts: users measure from the time at
/// which they were to begin.
public struct OpenLoad<LoadClock: Clock>: Sendable where LoadClock.Duration == Duration {
    /// How well a load kept to its times.
    public struct Progress: Sendable, Hashable {
        /// Arrivals that began.
        public var begun = 0
        /// Arrivals that had to wait for a free user.
        public var waited = 0
        /// The longest time between an arrival and its begin.
        public var longestDelay = Duration.zero
        /// Users at work.
        public var active = 0
        /// The most users at work at the same time.
        public var peak = 0
    }

    private final class State: Sendable {
        let progress = Mutex(Progress())
    }

    private let users: Range<Int>
    private let arrivals: OpenArrivals
    private let clock: LoadClock
    private let executor: @Sendable (Int) -> (any TaskExecutor)?
    private let state = State()

    /// - Parameters:
    ///   - users: their numbers; as many work at the same time at most.
    ///   - arrivals: the times at which users begin.
    ///   - clock: of the run.
    ///   - executor: where a user's turns run; nil for anywhere.
    public init(
        users: Range<Int>, arrivals: OpenArrivals, clock: LoadClock,
        executor: @escaping @Sendable (Int) -> (any TaskExecutor)? = { _ in nil }
    ) {
        self.users = users
        self.arrivals = arrivals
        self.clock = clock
        self.executor = executor
    }

    public var progress: Progress { state.progress.withLock { $0 } }

    /// Runs until all arrivals have ended. If the task is canceled, no more users begin, and those at work end.
    /// - Parameters:
    ///   - start: the time from which arrivals are counted.
    ///   - body: one user's turn: the number of the user, and the time at which it was to begin.
    public func run(
        from start: LoadClock.Instant, _ body: @escaping @Sendable (Int, LoadClock.Instant) async -> Void
    ) async {
        await withTaskGroup(of: Int.self) { group in
            // In turn, so that every user gets to work; then in the order in which they end.
            var unused = users
            for offset in arrivals {
                let intended = start.advanced(by: offset)
                if clock.now < intended { try? await clock.sleep(until: intended, tolerance: .zero) }
                guard !Task.isCancelled else { break }
                var user = unused.popFirst()
                if user == nil {
                    state.progress.withLock { $0.waited += $0.active == users.count ? 1 : 0 }
                    user = await group.next()
                }
                guard let user, !Task.isCancelled else { break }
                begin(intended)
                let place = executor(user)
                group.addTask(executorPreference: place) { [state] in
                    // A task of its own is not canceled with this one: the user finishes.
                    await Task(executorPreference: place) { await body(user, intended) }.value
                    state.progress.withLock { $0.active -= 1 }
                    return user
                }
            }
            await group.waitForAll()
        }
    }

    private func begin(_ intended: LoadClock.Instant) {
        let delay = intended.duration(to: clock.now)
        state.progress.withLock { progress in
            progress.begun += 1
            progress.longestDelay = max(progress.longestDelay, delay)
            progress.active += 1
            progress.peak = max(progress.peak, progress.active)
        }
    }
}
