import ToqueEncoding

/// Freezes, resumes and moves one tenant's time, inside of `TenantLock`. Whatever falls due in between happens at its
/// time and in its order.
struct TenantTime: Sendable {
    /// The effects of a move.
    struct Passed: Sendable, Hashable {
        var timers = 0
        var deliveries = 0
    }

    /// The longest move; Julian years.
    static let longestMove = Duration.seconds(10 * 31_557_600)
    /// The maximum number of due instants in one move: more than any test needs, and a bound for timers that keep
    /// setting themselves.
    var maximumSteps = 100_000
    /// The end of clocks, so that timers set years ahead still have four-digit years.
    static let range = Timestamp(microseconds: 0)...Timestamp(microseconds: 253_000_000_000_000_000)

    let store: SandboxStore
    let tenant: String
    let webhooks: WebhookSender

    /// Freezes the time where it is.
    func freeze() async throws { try await stand(at: store.now(of: tenant)) }

    /// Freezes the time at an instant. Earlier instants are allowed only while the tenant has no history, whose times
    /// would otherwise lie in the future. Later ones work like `advance`.
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
                    "This tenant has data, so its clock cannot go back; reset the tenant first.")
            }
            try await stand(at: instant)
        }
    }

    /// Resumes the time from its current value.
    func run() async throws {
        try await store.setClock(running(from: store.now(of: tenant)), of: tenant, isLeased: true)
    }

    /// Moves the time. A running clock keeps running from there.
    /// - Parameter field: the request's field with the instant.
    /// - Throws: `SandboxError` if the instant is too far away or too much happens before it; the time then stops where
    ///   it got to.
    func advance(to instant: Timestamp, field: String) async throws -> Passed {
        try await advance(from: store.now(of: tenant), to: instant, field: field)
    }

    /// Like `advance(to:field:)`, relative to the current time; a duration of zero is valid.
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
            // Frozen on the way, so that each step triggers only what is due.
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
            // Timers first: their webhooks are due at the same instant.
            let now = store.now(of: tenant)
            if let due = store.agenda.due(of: tenant), due <= now {
                passed.timers += try await store.fireDueTimers(of: tenant)
                continue
            }
            // An attempt in progress stays due until it is stored. Its receiver may respond with a request that makes
            // something else due.
            let delivery = try await nextDelivery()
            if let delivery, delivery <= now {
                let count = try await webhooks.deliverDue(of: tenant)
                passed.deliveries += count
                // Another instance may be making the attempt.
                if count == 0 { try await Task.sleep(for: .milliseconds(10)) }
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

    /// The time of the next timer or attempt; nil if there is none.
    func nextDue() async throws -> Timestamp? {
        [try await nextDelivery(), store.agenda.due(of: tenant)].compactMap(\.self).min()
    }

    private func nextDelivery() async throws -> Timestamp? {
        try await store.read(tenant) { try $0.nextDeliveryDue() }
    }

    private func stand(at instant: Timestamp) async throws {
        try await store.setClock(TenantClock(frozenAt: instant), of: tenant, isLeased: true)
    }

    private func running(from instant: Timestamp) -> TenantClock { TenantClock(offset: instant - store.baseNow) }

    private static func outOfRange(_ field: String) -> SandboxError {
        .invalid(field, "Expected an instant from \(range.lowerBound) to \(range.upperBound).")
    }
}

extension ReadTransaction {
    /// True for a tenant without history and without pending timers.
    fileprivate func isUntouched() throws -> Bool { try session.isUntouched(tenant) }
}
