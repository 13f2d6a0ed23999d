import GRDB
import ToqueEncoding

/// One endpoint's deliveries about one object, sent one after another.
struct DeliveryLane: Sendable, Hashable {
    let endpoint: Int64
    let object: String

    /// The SQL condition for a lane's pending deliveries; its placeholders take `arguments(of:)`.
    static let isPending = "state = 'pending' AND tenant = ? AND endpoint = ? AND object = ?"

    func arguments(of tenant: String) -> StatementArguments { [tenant, endpoint, object] }
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
        let statement = try database.cachedStatement(
            sql: """
                SELECT delivery.*, json_array_length(attempts) AS attempt_count, webhook_endpoint.token
                FROM delivery JOIN webhook_endpoint ON webhook_endpoint.id = delivery.endpoint
                WHERE delivery.tenant = ? AND endpoint = ? AND due <= ? ORDER BY due, cursor LIMIT ?
                """)
        return try webhookEndpoints().flatMap { endpoint in
            try Row.fetchAll(statement, arguments: [tenant, endpoint.number, time.microseconds, limit]).map { row in
                DueDelivery(
                    cursor: row["cursor"], webhook: row["webhook"],
                    lane: DeliveryLane(endpoint: row["endpoint"], object: row["object"]),
                    url: row["url"], token: row["token"], body: row["body"],
                    due: Timestamp(microseconds: row["due"]), attempts: row["attempt_count"],
                    isBadlySigned: row["is_badly_signed"] as Bool? ?? false)
            }
        }.sorted { ($0.due, $0.cursor) < ($1.due, $1.cursor) }
    }

    /// Returns when the earliest attempt is due, optionally after a time; nil if there is none.
    func nextDeliveryDue(after time: Timestamp = Timestamp(microseconds: .min)) throws -> Timestamp? {
        let statement = try database.cachedStatement(
            sql: "SELECT min(due) FROM delivery WHERE tenant = ? AND endpoint = ? AND due > ?")
        return try webhookEndpoints().compactMap { endpoint in
            try Int64.fetchOne(statement, arguments: [tenant, endpoint.number, time.microseconds])
        }.min().map(Timestamp.init(microseconds:))
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
        try run(
            """
            UPDATE delivery SET attempts = json_insert(attempts, '$[#]', json(?)), state = ?, due = ?
            WHERE cursor = ? AND state = 'pending'
            """, [attempt.json.serialized(), state.rawValue, retry?.microseconds, delivery.cursor])
        guard database.changesCount == 1 else { return nil }
        if state != .pending { try promote(delivery.lane, at: attempt.time) }
        return state
    }

    /// Makes the first delivery of a lane due at a time, or when its hold ends, unless it is already due.
    func promote(_ lane: DeliveryLane, at time: Timestamp) throws {
        try run(
            """
            UPDATE delivery SET due = max(?, ifnull(held_until, 0)) WHERE due IS NULL AND cursor = (
                SELECT cursor FROM delivery WHERE \(DeliveryLane.isPending) ORDER BY position LIMIT 1)
            """, [time.microseconds] + lane.arguments(of: tenant))
    }
}
