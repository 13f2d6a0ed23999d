/// What the sender does for one tenant.
struct TenantDeliveries {
    /// Lanes with an attempt under way.
    private(set) var active: Set<DeliveryLane> = []
    /// Lanes whose attempt ended since the database was read last: what was read may be older than that.
    private var settled: Set<DeliveryLane> = []
    /// Whether the database is being read.
    var isReading = false
    /// Whether something changed since it was.
    var isStale = false
    /// How many have the time in their hands: attempts begin when they ask for them.
    var holds = 0
    /// How many ask for them just now.
    var demands = 0
    /// Attempts that have ended.
    private(set) var attempts = 0
    /// Waits for the next attempt that is due.
    var alarm: Task<Void, Never>? {
        didSet { oldValue?.cancel() }
    }
    /// Who waits for a change.
    private var watchers: [CheckedContinuation<Void, Never>] = []

    /// Whether the database is to be read.
    var isWanted: Bool { isStale && (holds == 0 || demands > 0) }

    /// Whether there is nothing that will go on by itself.
    var isIdle: Bool { !isReading && !isStale && active.isEmpty }

    mutating func beginReading() {
        isStale = false
        settled = []
    }

    /// Whether an attempt may begin: one of a lane, and of an endpoint's so many at once.
    func mayStart(_ lane: DeliveryLane) -> Bool {
        !active.contains(lane) && !settled.contains(lane)
            && active.count { $0.endpoint == lane.endpoint } < DeliveryLimits.parallelAttempts
    }

    mutating func start(_ lane: DeliveryLane) { active.insert(lane) }

    mutating func end(_ lane: DeliveryLane) {
        active.remove(lane)
        settled.insert(lane)
        attempts += 1
    }

    mutating func watch(_ watcher: CheckedContinuation<Void, Never>) { watchers.append(watcher) }

    mutating func tellWatchers() {
        for watcher in watchers { watcher.resume() }
        watchers = []
    }
}
