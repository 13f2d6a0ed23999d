/// The sender's state for one tenant.
struct TenantDeliveries {
    /// Lanes with an attempt in progress.
    private(set) var active: Set<DeliveryLane> = []
    /// Lanes whose attempt ended since the last read of the database, whose result may be outdated for them.
    private var settled: Set<DeliveryLane> = []
    /// True while the database is being read.
    var isReading = false
    /// True if something changed since the last read.
    var isStale = false
    /// The number of callers that hold the tenant's time; attempts then begin only on demand.
    var holds = 0
    /// The number of callers that demand attempts.
    var demands = 0
    /// The number of ended attempts.
    private(set) var attempts = 0
    /// Waits for the next due attempt.
    var alarm: Task<Void, Never>? {
        didSet { oldValue?.cancel() }
    }
    /// Callers that wait for a change.
    private var watchers: [CheckedContinuation<Void, Never>] = []

    /// True if the database must be read.
    var isWanted: Bool { isStale && (holds == 0 || demands > 0) }

    /// True if nothing is in progress.
    var isIdle: Bool { !isReading && !isStale && active.isEmpty }

    mutating func beginReading() {
        isStale = false
        settled = []
    }

    /// True if an attempt may begin: one per lane, and a limited number per endpoint.
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
