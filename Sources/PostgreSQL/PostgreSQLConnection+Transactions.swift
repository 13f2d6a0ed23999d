extension PostgreSQLConnection {
    /// Queues the beginning of a transaction.
    /// - Parameter isReading: true for one that sees a single moment and writes nothing.
    public func begin(isReading: Bool = false) throws(PostgreSQLError) {
        // Statements that are still queued are no part of it.
        try settle()
        isInTransaction = true
        try run(isReading ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN")
    }

    /// Queues the transaction's mark, before its first write: without it, nobody could find out whether a commit that is
    /// not answered took place. The database needs the table of marks.
    public func identify() throws(PostgreSQLError) {
        guard !isIdentified else { return }
        isIdentified = true
        // Each connection makes one row, and removes old ones.
        if !hasMark { try run(TransactionMark.removal) }
        try send(TransactionMark.raising, [.text(identity)], .mark)
    }

    /// Makes the transaction durable.
    /// - Throws: of the kind `undecided` if the connection was lost meanwhile, and the transaction is identified. After any other error nothing of the
    ///   transaction counts, and `rollback` must follow.
    public func commit() throws(PostgreSQLError) {
        // Known before COMMIT is sent.
        if isIdentified, mark == nil { try settle() }
        let mark = mark
        try send("COMMIT", [], .commit)
        do {
            try synchronize()
        } catch  where error.kind == .lost {
            throw PostgreSQLError(
                mark.map { .undecided($0) } ?? .lost, state: error.state, error.description)
        }
        if mark != nil { hasMark = true }
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
        let wasIdentified = isIdentified
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
                // With the writes, the mark is undone.
                if !wasIdentified { (isIdentified, mark) = (false, nil) }
            }
            throw error
        }
    }

    /// Finds out what became of a transaction whose COMMIT was not answered. Waits for its end: the server may not have
    /// noticed that the connection is gone, or still commits.
    /// - Parameter transaction: of the error `undecided`, of any connection to the database.
    /// - Throws: an error with `isBusy` if the transaction does not end in the session's `lock_timeout`.
    public func isCommitted(_ transaction: TransactionMark) throws(PostgreSQLError) -> Bool {
        let result = try query(TransactionMark.reading, [.text(transaction.connection)])
        guard case .integer(let number) = result.first else {
            throw PostgreSQLError(.refused, "the database does not tell the outcome of a transaction")
        }
        return number >= transaction.number
    }
}
