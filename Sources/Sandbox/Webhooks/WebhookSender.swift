import Logging
import ToqueEncoding

/// Sends due deliveries: those of one lane in sequence, different lanes in parallel. Pending deliveries stay in the
/// database; memory holds only those in progress.
///
/// An attempt is stored when it ends. A crash repeats the interrupted attempts, so receivers get each webhook at least
/// once.
public actor WebhookSender {
    /// The time limit for attempts in progress when the sandbox stops. Then the next start repeats them.
    private static let grace = Duration.seconds(1)
    /// The delay before storing an attempt again after the database failed.
    private static let pause = Duration.seconds(1)

    private let store: SandboxStore
    private let clock: any SandboxClock
    private let transport: any WebhookTransport
    /// The longest attempt.
    private let answerTime: Duration
    private let request: @Sendable (OutgoingWebhook) throws -> WebhookRequest
    private let mask: JournalMask
    private let logger: Logger
    private var tenants: [String: TenantDeliveries] = [:]
    private var attempts: [Int64: Task<Void, Never>] = [:]
    /// Tenants whose attempts wait for a connection.
    private var crowded: Set<String> = []
    private var listening: Task<Void, Never>?
    private var isStopped = false
    private let onAttempt: @Sendable (DeliveryState) -> Void

    /// - Parameters:
    ///   - clock: the sandbox's, on which the tenants' clocks are based.
    ///   - answerTime: the transport's limit for a response.
    ///   - request: makes a webhook's request for each attempt.
    ///   - mask: masks requests in the delivery log.
    ///   - onAttempt: receives each stored attempt with the delivery's new state.
    init(
        store: SandboxStore, clock: any SandboxClock, transport: any WebhookTransport,
        answerTime: Duration = .seconds(5), logger: Logger,
        request: @escaping @Sendable (OutgoingWebhook) throws -> WebhookRequest = WebhookRequest.init,
        mask: JournalMask = JournalMask { _ in nil },
        onAttempt: @escaping @Sendable (DeliveryState) -> Void = { _ in }
    ) {
        self.store = store
        self.clock = clock
        self.transport = transport
        self.answerTime = answerTime
        self.logger = logger
        self.request = request
        self.mask = mask
        self.onAttempt = onAttempt
    }

    // MARK: From start to stop

    /// Starts sending, first the previous process's pending deliveries.
    func start() {
        listening = Task {
            do {
                for tenant in try await store.tenantsWithDeliveries() { wake(tenant) }
            } catch {
                if !isStopped, !store.health.covers(error) {
                    logger.error("webhooks cannot be read; each tenant's next one tries again: \(error)")
                }
            }
            for await _ in store.deliveries.signals {
                for tenant in store.deliveries.take() { wake(tenant) }
            }
        }
    }

    /// Starts no more attempts, and briefly waits for those in progress. The store has to outlast this.
    func stop() async {
        isStopped = true
        listening?.cancel()
        for tenant in tenants.keys {
            tenants[tenant]?.alarm = nil
            tenants[tenant]?.tellWatchers()
        }
        let underWay = Array(attempts.values)
        let cancellation = Task {
            try await Task.sleep(for: Self.grace)
            for attempt in underWay { attempt.cancel() }
        }
        for attempt in underWay { await attempt.value }
        cancellation.cancel()
        await transport.shutdown()
    }

    // MARK: Time held by a caller

    /// Runs a body that moves the tenant's time. Meanwhile only `deliverDue` starts attempts, so that each happens at
    /// its time and is counted.
    public func holding<Value: Sendable>(
        _ tenant: String, _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        tenants[tenant, default: TenantDeliveries()].holds += 1
        defer {
            tenants[tenant]?.holds -= 1
            wake(tenant)
        }
        return try await body()
    }

    /// Makes every attempt that is due by the tenant's clock, including those that become due as a result, and returns
    /// when these and the attempts already in progress have ended.
    /// - Returns: the number of attempts.
    /// - Throws: `CancellationError`.
    public func deliverDue(of tenant: String) async throws -> Int {
        let before = tenants[tenant]?.attempts ?? 0
        tenants[tenant, default: TenantDeliveries()].demands += 1
        defer { tenants[tenant]?.demands -= 1 }
        wake(tenant)
        while !isStopped, tenants[tenant]?.isIdle == false || crowded.contains(tenant) {
            await withCheckedContinuation { tenants[tenant]?.watch($0) }
            try Task.checkCancellation()
        }
        return (tenants[tenant]?.attempts ?? 0) - before
    }

    // MARK: Attempts

    /// Looks for due attempts.
    private func wake(_ tenant: String) {
        guard !isStopped else { return }
        tenants[tenant, default: TenantDeliveries()].isStale = true
        guard let deliveries = tenants[tenant], deliveries.isWanted, !deliveries.isReading else { return }
        tenants[tenant]?.isReading = true
        Task { await startDue(of: tenant) }
    }

    private func startDue(of tenant: String) async {
        while !isStopped, tenants[tenant]?.isWanted == true {
            tenants[tenant]?.beginReading()
            do {
                let time = store.now(of: tenant)
                let claimed = try await store.claimDeliveries(
                    of: tenant, at: time, except: tenants[tenant]?.active ?? [], answerTime: answerTime)
                // An alarm set after the end would keep the sender and its database alive until it fires.
                if isStopped { break }
                for delivery in claimed.due { start(delivery, of: tenant, at: time) }
                tenants[tenant]?.alarm = claimed.next.flatMap { alarm(at: $0, of: tenant) }
            } catch {
                if !isStopped, !store.health.covers(error) {
                    logger.error("webhooks cannot be read; the tenant's next one tries again: \(error)")
                }
            }
        }
        tenants[tenant]?.isReading = false
        tenants[tenant]?.tellWatchers()
    }

    /// - Returns: nil while the tenant's time is frozen; setting the time wakes the sender.
    private func alarm(at time: Timestamp, of tenant: String) -> Task<Void, Never>? {
        store.agenda.clock(of: tenant).deadline(time).map { deadline in
            Task {
                do {
                    try await clock.sleep(until: deadline)
                    wake(tenant)
                } catch {
                    // An alarm for another time replaced this one, or the sandbox stops.
                }
            }
        }
    }

    private func start(_ delivery: DueDelivery, of tenant: String, at time: Timestamp) {
        guard !isStopped, tenants[tenant]?.mayStart(delivery.lane) == true else { return }
        guard attempts.count < DeliveryLimits.maximumConnections else {
            crowded.insert(tenant)
            return
        }
        tenants[tenant]?.start(delivery.lane)
        attempts[delivery.cursor] = Task {
            await attempt(delivery, of: tenant, at: time)
            attempts[delivery.cursor] = nil
            tenants[tenant]?.end(delivery.lane)
            wake(tenant)
            if let other = crowded.popFirst() { wake(other) }
            tenants[tenant]?.tellWatchers()
        }
    }

    private func send(_ delivery: DueDelivery, of tenant: String, at time: Timestamp) async -> DeliveryAttempt {
        let webhook = OutgoingWebhook(
            id: delivery.webhook, object: delivery.lane.object, body: delivery.body, url: delivery.url,
            ownToken: delivery.token, attempt: delivery.attempts + 1, time: time, tenant: tenant,
            secrets: store.secrets[tenant], isBadlySigned: delivery.isBadlySigned && delivery.attempts == 0)
        do {
            let request = try request(webhook)
            let start = ContinuousClock.now
            let outcome = await transport.post(request, to: delivery.url)
            return DeliveryAttempt(
                time: time, outcome: outcome, duration: ContinuousClock.now - start,
                request: request.logged(webhook, mask))
        } catch {
            logger.error("the request of a webhook cannot be made: \(error)")
            return DeliveryAttempt(time: time, outcome: .error("the request cannot be made"), duration: .zero)
        }
    }

    private func attempt(_ delivery: DueDelivery, of tenant: String, at time: Timestamp) async {
        let attempt = await send(delivery, of: tenant, at: time)
        // Until the attempt is stored, its webhook would be sent again and again.
        while !Task.isCancelled {
            do {
                let state = try await store.write(tenant) { try $0.record(attempt, of: delivery) }
                if let state { onAttempt(state) }
                logger.debug("delivery \(delivery.cursor) of a webhook: \(attempt.json.serialized())")
                return
            } catch {
                if !store.health.covers(error) {
                    logger.error("an attempt to deliver a webhook cannot be written down; trying again: \(error)")
                }
                try? await Task.sleep(for: Self.pause)
            }
        }
    }
}
