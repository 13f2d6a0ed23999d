/// The reason why a database did not do what it was asked. The text has no parameter of a statement and no secret.
public struct PostgreSQLError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
        /// The client library is missing.
        case library
        /// The address is not usable.
        case address
        /// No connection could be made.
        case connecting
        /// The connection is gone. The server rolls back a transaction that was open.
        case lost
        /// The connection was lost while it committed the transaction with this mark: its outcome is unknown.
        case undecided(TransactionMark)
        /// The server refused a statement. An open transaction accepts no further statement before a rollback.
        case refused
    }

    public let kind: Kind
    /// The server's SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html), or nil.
    public let state: String?
    /// What is wrong.
    public let problem: String
    /// What to do; nil if the problem says enough.
    public let remedy: String?

    init(_ kind: Kind, state: String? = nil, _ problem: String, remedy: String? = nil) {
        self.kind = kind
        self.state = state
        self.problem = problem
        self.remedy = remedy
    }

    public var description: String { problem + (remedy.map { "; \($0)" } ?? "") }

    /// The error of a transaction that the loss of its connection undid.
    public static func lost(_ problem: String) -> PostgreSQLError { PostgreSQLError(.lost, problem) }

    /// The error of a database that may not be used for the time being.
    public static func unavailable(_ problem: String, remedy: String) -> PostgreSQLError {
        PostgreSQLError(.connecting, problem, remedy: remedy)
    }

    /// The error of an address that names the wrong database.
    public static func misused(_ problem: String, remedy: String?) -> PostgreSQLError {
        PostgreSQLError(.address, problem, remedy: remedy)
    }

    /// True if the same transaction may succeed when repeated at once: it collided with another one.
    public var isCollision: Bool {
        // serialization_failure, deadlock_detected
        state == "40001" || state == "40P01"
    }

    /// True if other connections may serve although this one does not: its session may be read-only since before the
    /// database was set to accept writes again, its server shuts down, or its statements are stale.
    public var isOfSession: Bool {
        // read_only_sql_transaction, admin_shutdown, crash_shutdown, cannot_connect_now
        switch kind {
        case .lost: true
        case .refused: isStale || state.map { ["25006", "57P01", "57P02", "57P03"].contains($0) } ?? false
        case .library, .address, .connecting, .undecided: false
        }
    }

    /// True if a prepared statement no longer fits the tables, which somebody changed, or is gone. A new connection
    /// prepares it again.
    public var isStale: Bool {
        // feature_not_supported: "cached plan must not change result type"; invalid_sql_statement_name
        kind == .refused && (state == "0A000" || state == "26000")
    }

    /// True if another transaction kept a lock for too long. The database is well.
    public var isBusy: Bool {
        // lock_not_available
        state == "55P03"
    }

    /// True if the database is away, starting, read-only, full or overloaded, rather than that a statement is wrong.
    public var isOutage: Bool {
        switch kind {
        case .connecting, .lost, .undecided: return true
        case .library, .address: return false
        case .refused: break
        }
        guard let state else { return false }
        // Classes: connection exception, insufficient resources (a full disk among them), operator intervention,
        // system error; and read_only_sql_transaction.
        return ["08", "53", "57", "58"].contains { state.hasPrefix($0) } || state == "25006"
    }
}
