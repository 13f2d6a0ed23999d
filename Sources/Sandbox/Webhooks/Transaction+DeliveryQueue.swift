import ToqueEncoding

/// One endpoint's deliveries about one object, sent one after another.
struct DeliveryLane: Sendable, Hashable {
    let endpoint: Int64
    let object: String
}

/// A due delivery, with everything its attempt needs.
struct DueDelivery: Sendable {
    let cursor: Int64
    let webhook: String
    let lane: DeliveryLane
    let url: String
    let token: String?
    let body: String
    let due: Timestamp
    /// The number of previous attempts.
    let attempts: Int
    /// True if the first attempt must have a wrong signature.
    let isBadlySigned: Bool
}

/// The sender's reads.
extension ReadTransaction {
    /// Returns the deliveries due at a time, earliest first, with a share for each endpoint, however many another one
    /// has.
    /// - Parameter limit: per endpoint.
    func dueDeliveries(at time: Timestamp, limit: Int) throws -> [DueDelivery] {
        try webhookEndpoints().flatMap { endpoint in
            try session.dueDeliveries(at: time, endpoint: endpoint.number, limit: limit, of: tenant)
        }.sorted { ($0.due, $0.cursor) < ($1.due, $1.cursor) }
    }

    /// Returns when the earliest attempt is due, optionally after a time; nil if there is none.
    func nextDeliveryDue(after time: Timestamp = Timestamp(microseconds: .min)) throws -> Timestamp? {
        try webhookEndpoints().compactMap { endpoint in
            try session.nextDeliveryDue(after: time, endpoint: endpoint.number, of: tenant)
        }.min()
    }
}

/// The sender's writes.
extension Transaction {
    /// Stores an attempt and its effects. Writes nothing if the delivery is gone or its endpoint was removed meanwhile.
    /// - Returns: the delivery's new state; nil if nothing was written.
    func record(_ attempt: DeliveryAttempt, of delivery: DueDelivery) throws -> DeliveryState? {
        let rules = store.provider.deliveryRules
        var state = DeliveryState.delivered
        var retry: Timestamp?
        if !rules.isSuccess(attempt.outcome) {
            retry = rules.retryDelays.dropFirst(delivery.attempts).first.map { attempt.time + $0 }
            state = retry == nil ? .failed : .pending
        }
        guard try session.record(attempt, ofDelivery: delivery.cursor, state: state, due: retry) else { return nil }
        if state != .pending { try session.promote(delivery.lane, at: attempt.time, of: tenant) }
        return state
    }
}
