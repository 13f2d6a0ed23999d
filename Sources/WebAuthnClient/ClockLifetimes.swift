import Synchronization

/// Ends ceremonies whose time is over.
protocol Lifetimes: Sendable {
    /// - Parameter expire: called once, unless `end` comes first.
    /// - Returns: the id for `end`.
    func begin(_ lifetime: Duration, expire: @escaping @Sendable () -> Void) -> Int

    /// - Returns: false if its time was over.
    func end(_ id: Int) -> Bool
}

/// The ceremonies of a clock that wait, each with its end. A single task sleeps until the next of them: waking the
/// system's timer for each ceremony would take longer than a signature.
final class ClockLifetimes<C: Clock<Duration>>: Lifetimes {
    private struct Waiting {
        let due: C.Instant
        let expire: @Sendable () -> Void
    }

    private struct State {
        var nextID = 0
        var waiting: [Int: Waiting] = [:]
        /// When the sleeper wakes; nil if there is none.
        var wakes: C.Instant?
        var sleeper: Task<Void, Never>?
    }

    private let clock: C
    private let state = Mutex(State())

    init(_ clock: C) { self.clock = clock }

    func begin(_ lifetime: Duration, expire: @escaping @Sendable () -> Void) -> Int {
        let due = clock.now.advanced(by: lifetime)
        let (id, replaced, isFirst) = state.withLock { state in
            state.nextID += 1
            state.waiting[state.nextID] = Waiting(due: due, expire: expire)
            guard state.wakes.map({ due < $0 }) ?? true else { return (state.nextID, nil as Task<Void, Never>?, false) }
            state.wakes = due
            defer { state.sleeper = nil }
            return (state.nextID, state.sleeper, true)
        }
        replaced?.cancel()
        if isFirst { sleep(until: due) }
        return id
    }

    func end(_ id: Int) -> Bool { state.withLock { $0.waiting.removeValue(forKey: id) } != nil }

    /// Starts a sleeper. It ends once nothing waits, or if another one wakes earlier.
    private func sleep(until first: C.Instant) {
        let task = Task.immediate {
            var next = first
            while (try? await clock.sleep(until: next, tolerance: nil)) != nil, let due = wake(at: next) { next = due }
        }
        state.withLock { if $0.wakes == first { $0.sleeper = task } }
    }

    /// - Returns: when to wake again; nil for never.
    private func wake(at planned: C.Instant) -> C.Instant? {
        // The sleep is over, whatever the clock says.
        let now = max(clock.now, planned)
        let (late, next) = state.withLock { state -> ([Waiting], C.Instant?) in
            // Another sleeper has replaced this one.
            guard state.wakes == planned else { return ([], nil) }
            let late = state.waiting.filter { $0.value.due <= now }
            for id in late.keys { state.waiting[id] = nil }
            state.wakes = state.waiting.values.map(\.due).min()
            if state.wakes == nil { state.sleeper = nil }
            return (Array(late.values), state.wakes)
        }
        for ceremony in late { ceremony.expire() }
        return next
    }
}
