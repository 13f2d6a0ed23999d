import Synchronization

/// Lets users arrive. An arrival without a free user waits for one, and its wait counts: users measure from the time at
/// which they were to begin.
public struct OpenLoad<LoadClock: Clock>: Sendable where LoadClock.Duration == Duration {
    /// How well a load kept to its times.
    public struct Progress: Sendable, Hashable {
        /// Arrivals that began.
        public var begun = 0
        /// Arrivals that had not begun when the load was canceled, although their time had come.
        public var missed = 0
        /// True if the load was canceled before its last arrival.
        public var isInterrupted = false
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
        private let canceled = Mutex<LoadClock.Instant?>(nil)

        /// The time of the cancellation, which both its handler and the loop of arrivals may be the first to notice.
        /// - Parameter now: counts if nobody has noticed it.
        @discardableResult
        func cancellation(noticedAt now: LoadClock.Instant) -> LoadClock.Instant {
            canceled.withLock { canceled in
                let first = canceled ?? now
                canceled = first
                return first
            }
        }
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
        await withTaskCancellationHandler {
            await letArrive(from: start, body)
        } onCancel: {
            state.cancellation(noticedAt: clock.now)
        }
    }

    private func letArrive(
        from start: LoadClock.Instant, _ body: @escaping @Sendable (Int, LoadClock.Instant) async -> Void
    ) async {
        await withTaskGroup(of: Int.self) { group in
            // In turn, so that every user gets to work; then in the order in which they end.
            var (unused, pending) = (users, arrivals.makeIterator())
            while let offset = pending.next() {
                let intended = start.advanced(by: offset)
                if clock.now < intended { try? await clock.sleep(until: intended, tolerance: .zero) }
                let free: Int? = if Task.isCancelled { nil } else { await freeUser(&unused, &group) }
                guard !Task.isCancelled else {
                    interrupt(before: intended, pending, from: start)
                    break
                }
                guard let user = free else { break }
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

    /// nil if there are no users.
    private func freeUser(_ unused: inout Range<Int>, _ group: inout TaskGroup<Int>) async -> Int? {
        if let user = unused.popFirst() { return user }
        state.progress.withLock { $0.waited += $0.active == users.count ? 1 : 0 }
        return await group.next()
    }

    /// Counts the arrivals that were due at the cancellation, from the one that it kept from its begin.
    private func interrupt(
        before intended: LoadClock.Instant, _ later: OpenArrivals.Iterator, from start: LoadClock.Instant
    ) {
        let end = state.cancellation(noticedAt: clock.now)
        var (missed, arrival, later) = (0, Optional(intended), later)
        while let time = arrival, time <= end {
            missed += 1
            arrival = later.next().map { start.advanced(by: $0) }
        }
        state.progress.withLock { progress in
            progress.isInterrupted = true
            progress.missed = missed
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
