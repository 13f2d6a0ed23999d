/// The outcome of a transaction whose COMMIT was not answered.
public enum TransactionOutcome: String, Sendable, Hashable {
    case committed, aborted
    /// The server has not yet noticed that the connection is gone, or still commits.
    case inProgress = "in progress"
    /// The server was restarted or replaced, and a transaction with this id took place. A server that crashes gives
    /// the ids of transactions that it had not yet written to others.
    case unknown
}

extension PostgreSQLConnection {
    /// Queues the beginning of a transaction.
    /// - Parameter isReading: true for one that sees a single moment and writes nothing.
    public func begin(isReading: Bool = false) throws(PostgreSQLError) {
        // Statements that are still queued are no part of it.
        try settle()
        isInTransaction = true
        try run(isReading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN")
    }

    /// Queues the question for the transaction's id, before its first write: without the id, nobody could find out
    /// whether a commit that is not answered took place.
    public func identify() throws(PostgreSQLError) {
        guard !isIdentified else { return }
        isIdentified = true
        try send("SELECT pg_current_xact_id()::text || '@' || \(Self.serverStart)", [], .transactionID)
    }

    /// Makes the transaction durable.
    /// - Throws: of the kind `undecided` if the connection was lost meanwhile, and the transaction is identified. After any other error nothing of the
    ///   transaction counts, and `rollback` must follow.
    public func commit() throws(PostgreSQLError) {
        // Known before COMMIT is sent.
        if isIdentified, transactionID == nil { try settle() }
        let id = transactionID
        try send("COMMIT", [], .commit)
        do {
            try synchronize()
        } catch  where error.kind == .lost {
            throw PostgreSQLError(
                id.map { .undecided(transaction: $0) } ?? .lost, state: error.state, error.description)
        }
        endTransaction()
    }

    /// Ends the transaction without effect. Closes a connection that cannot, which has the same effect.
    public func rollback() {
        do {
            _ = try? synchronize()
            try run("ROLLBACK")
            try synchronize()
            endTransaction()
        } catch {
            close()
        }
    }

    /// Runs a part of a transaction, whose writes are undone if it fails.
    /// - Parameters:
    ///   - isSettled: true to wait for the outcome of the writes, so that their error belongs to this part.
    ///   - body: its statements.
    /// - Throws: the body's error, with all its writes undone.
    public func savepoint<Value>(isSettled: Bool = true, _ body: () throws -> Value) throws -> Value {
        try run("SAVEPOINT operation")
        do {
            let value = try body()
            try run("RELEASE operation")
            if isSettled { try settle() }
            return value
        } catch {
            // After an error, the server skips a rollback that is sent before a synchronization.
            if isOpen {
                _ = try? synchronize()
                try run("ROLLBACK TO operation")
                try run("RELEASE operation")
            }
            throw error
        }
    }

    /// Asks what became of a transaction of this server whose COMMIT was not answered.
    /// - Parameter transaction: of the error `undecided`.
    /// - Returns: nil if the server no longer knows.
    public func outcome(of transaction: String) throws(PostgreSQLError) -> TransactionOutcome? {
        let result = try query(
            """
            SELECT CASE WHEN status = 'committed' AND split_part(id, '@', 2) <> \(Self.serverStart) THEN 'unknown'
                ELSE status END
            FROM (SELECT id, pg_xact_status(split_part(id, '@', 1)::xid8) AS status FROM (SELECT ?::text AS id) AS given)
                AS found
            """, [.text(transaction)])
        guard case .text(let status) = result.first else { return nil }
        return TransactionOutcome(rawValue: status)
    }

    /// The moment since which the server gives ids to transactions, in SQL.
    private static let serverStart = "extract(epoch FROM pg_postmaster_start_time())::text"
}
