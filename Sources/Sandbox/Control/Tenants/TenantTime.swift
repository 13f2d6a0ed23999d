import GRDB
import ToqueEncoding

/// Stops, starts and moves the time of one tenant. What falls due on the way happens at its time and in its order.
struct TenantTime: Sendable {
    /// What happened while the time was moved.
    struct Passed: Sendable, Hashable {
        var timers = 0
        var deliveries = 0
    }

    /// How far one move goes; Julian years.
    static let longestMove = Duration.seconds(10 * 31_557_600)
    /// Instants at which something happens in one move: more than any test needs, and an end for timers that set
    /// themselves again without one.
    var maximumSteps = 100_000
    /// Where clocks end, so that what is set for years later still has four digits for its year.
    static let range = Timestamp(microseconds: 0)...Timestamp(microseconds: 253_000_000_000_000_000)

    let store: SandboxStore
    let tenant: String
    let webhooks: WebhookSender

    /// Lets the time stand still where it is.
    func freeze() async throws { try await stand(at: store.now(of: tenant)) }

    /// Lets the time stand still at an instant: an earlier one while nothing has happened, else nothing would have its
    /// place in time any more; a later one as `advance`.
    func freeze(at instant: Timestamp) async throws {
        let start = store.now(of: tenant)
        if instant >= start {
            try Self.check(instant, from: start, field: "at")
            try await stand(at: start)
            _ = try await advance(from: start, to: instant, field: "at")
        } else {
            guard Self.range.contains(instant) else { throw Self.outOfRange("at") }
            guard try await store.read(tenant, { try $0.isUntouched() }) else {
                throw SandboxError.invalid(
                    "at",
                    "The time of a tenant to whom something has happened does not go back; reset the tenant first.")
            }
            try await stand(at: instant)
        }
    }

    /// Lets the time run on from where it stands.
    func run() async throws {
        try await store.setClock(running(from: store.now(of: tenant)), of: tenant)
    }

    /// Moves the time. A clock that ran runs on from there.
    /// - Parameter field: that names the instant in the request.
    /// - Throws: `SandboxError` where the instant is too far away, or too much happens until then; the time then stands
    ///   where it came to.
    func advance(to instant: Timestamp, field: String) async throws -> Passed {
        try await advance(from: store.now(of: tenant), to: instant, field: field)
    }

    /// As `advance(to:field:)`, from the time that it is now: no time at all is a move as well.
    func advance(by duration: Duration, field: String) async throws -> Passed {
        let start = store.now(of: tenant)
        return try await advance(from: start, to: start + duration, field: field)
    }

    private static func check(_ instant: Timestamp, from start: Timestamp, field: String) throws(SandboxError) {
        guard range.contains(instant) else { throw outOfRange(field) }
        guard instant >= start else { throw .invalid(field, "It is \(start) already.") }
        guard instant - start <= longestMove else {
            throw .invalid(field, "The time moves by at most 10 years at once.")
        }
    }

    private func advance(from start: Timestamp, to instant: Timestamp, field: String) async throws -> Passed {
        try Self.check(instant, from: start, field: field)
        let wasFrozen = store.agenda.clock(of: tenant).frozenAt != nil
        return try await webhooks.holding(tenant) {
            // It stands still on the way, so that nothing happens but what is due at each step.
            try await stand(at: start)
            do {
                let passed = try await pass(to: instant, field: field)
                if !wasFrozen { try await run() }
                return passed
            } catch {
                if !wasFrozen { try await run() }
                throw error
            }
        }
    }

    private func pass(to end: Timestamp, field: String) async throws -> Passed {
        var passed = Passed()
        for _ in 0..<maximumSteps {
            // Timers first: what they have to tell is told at the same instant.
            let now = store.now(of: tenant)
            if let due = store.agenda.due(of: tenant), due <= now {
                passed.timers += try await store.fireDueTimers(of: tenant)
                continue
            }
            // An attempt under way is due until it is written down. A receiver may have answered with a request that
            // made something else due.
            let delivery = try await nextDelivery()
            if let delivery, delivery <= now {
                passed.deliveries += try await webhooks.deliverDue(of: tenant)
                continue
            }
            if now == end { return passed }
            try await stand(at: [store.agenda.due(of: tenant), delivery, end].compactMap(\.self).min() ?? end)
        }
        throw SandboxError(
            status: 409, code: "too_much_due",
            message:
                "The time was moved to \(store.now(of: tenant)) only: so much falls due until then. Move it again.",
            field: field)
    }

    /// When the next timer or attempt is due; nil where there is none.
    func nextDue() async throws -> Timestamp? {
        [try await nextDelivery(), store.agenda.due(of: tenant)].compactMap(\.self).min()
    }

    private func nextDelivery() async throws -> Timestamp? {
        try await store.read(tenant) { try $0.nextDeliveryDue() }
    }

    private func stand(at instant: Timestamp) async throws {
        try await store.setClock(TenantClock(frozenAt: instant), of: tenant)
    }

    private func running(from instant: Timestamp) -> TenantClock { TenantClock(offset: instant - store.baseNow) }

    private static func outOfRange(_ field: String) -> SandboxError {
        .invalid(field, "Expected an instant from \(range.lowerBound) to \(range.upperBound).")
    }
}

extension ReadTransaction {
    /// True for a tenant to whom nothing has happened yet, and for whom nothing is to happen.
    fileprivate func isUntouched() throws -> Bool {
        try ["event", "timer", "delivery"].allSatisfy { table in
            try Bool.fetchOne(
                database, sql: "SELECT NOT EXISTS (SELECT 1 FROM \(table) WHERE tenant = ?)", arguments: [tenant])
                ?? true
        }
    }
}
