import ToqueEncoding

/// The due deliveries of which this process may make an attempt.
struct ClaimedDeliveries: Sendable {
    let due: [DueDelivery]
    /// The time of the next attempt after them, or nil.
    let next: Timestamp?
}

extension SandboxStore {
    /// The time after which another instance takes over a lease of one that died.
    private static let period = Duration.seconds(10)
    /// The longest wait for another instance that works on a whole tenant.
    private static let longestWait = Duration.seconds(20)

    /// Claims due deliveries. If several processes share the database, a delivery is claimed until its attempt is
    /// stored, or its claimant dies; none is claimed while another process moves the tenant's time.
    /// - Parameters:
    ///   - busy: lanes with an attempt in progress.
    ///   - answerTime: the longest attempt.
    func claimDeliveries(
        of tenant: String, at time: Timestamp, except busy: Set<DeliveryLane>, answerTime: Duration
    ) async throws -> ClaimedDeliveries {
        // Twice the number that may begin, because attempts in progress are among them.
        let limit = 2 * DeliveryLimits.parallelAttempts
        guard let leases else {
            return try await read(tenant) { transaction in
                ClaimedDeliveries(
                    due: try transaction.dueDeliveries(at: time, limit: limit),
                    next: try transaction.nextDeliveryDue(after: time))
            }
        }
        return try await write(tenant) { [agenda] transaction in
            // The tenant is gone, as the beginning of this operation found.
            guard agenda.contains(tenant) else { return ClaimedDeliveries(due: [], next: nil) }
            let session = transaction.session
            let next = try transaction.nextDeliveryDue(after: time)
            guard try !leases.isTaken(.clock(of: tenant), session) else {
                return ClaimedDeliveries(due: [], next: next)
            }
            let due = try transaction.dueDeliveries(at: time, limit: limit).filter { delivery in
                try !busy.contains(delivery.lane)
                    && leases.take(.delivery(delivery.cursor), for: answerTime + Self.period, session)
            }
            return ClaimedDeliveries(due: due, next: next)
        }
    }

    /// Runs a body that works on a whole tenant, in one process at a time. An instance that dies meanwhile holds up the
    /// others for some seconds.
    /// - Throws: `SandboxError` with status 503 if another one does not end its work.
    func withLease<Value: Sendable>(
        of tenant: String, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let leases else { return try await body() }
        let name = Leases.Name.clock(of: tenant)
        let take = { @Sendable [self] in
            try await access(.tenant(tenant), announces: false) { try leases.take(name, for: Self.period, $0) }
        }
        let end = ContinuousClock.now + Self.longestWait
        while try await !take() {
            guard ContinuousClock.now < end else {
                throw SandboxError.tenantBusy
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        let renewal = Task {
            while (try? await Task.sleep(for: Self.period / 3)) != nil {
                // If it is lost, the body finds out with its next write of the clock.
                _ = try? await access(.tenant(tenant), announces: false) {
                    try leases.extend(name, for: Self.period, $0)
                }
            }
        }
        // Others may have set the time.
        let result: Result<Value, any Error>
        do {
            try await refresh(tenant)
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        renewal.cancel()
        await renewal.value
        // If the database is away, the lease ends by itself.
        _ = try? await access(.tenant(tenant), announces: false) { try leases.release(name, $0) }
        return try result.get()
    }

    /// Ends this process's leases, so that others take over at once.
    func releaseLeases() async {
        guard let leases else { return }
        _ = try? await access(.tenants([])) { try leases.releaseAll($0) }
    }
}

extension SandboxError {
    static let tenantBusy = SandboxError(
        status: 503, code: "tenant_busy", message: "Another instance works on this tenant; try again.")
}
