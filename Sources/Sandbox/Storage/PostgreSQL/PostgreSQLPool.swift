import Glibc
import PostgreSQL
import Synchronization

/// The connections to a database that are not in use. After a failure, it waits longer and longer before it connects
/// again; meanwhile operations fail at once.
final class PostgreSQLPool: Sendable {
    /// A connection that no thread uses.
    private struct Idle: @unchecked Sendable {
        let connection: PostgreSQLConnection
    }

    private struct State {
        var idle: [Idle] = []
        var outage: Outage?
        var isClosed = false
    }

    private struct Outage {
        let error: PostgreSQLError
        let delay: Duration
        let end: ContinuousClock.Instant
    }

    /// The delays between attempts to connect.
    private static let delays = Duration.milliseconds(50)...Duration.seconds(1)
    /// How long to look for the outcome of a commit that was not answered.
    private static let longestDoubt = Duration.seconds(20)
    /// How long a start waits for those who have just ended.
    private static let patience = Duration.seconds(2)

    private let address: PostgreSQLAddress
    private let use: DatabaseUse
    private let settings: [String: String]
    private let state = Mutex(State())

    init(_ address: PostgreSQLAddress, _ durability: Durability, for use: DatabaseUse) {
        self.address = address
        self.use = use
        settings = [
            "synchronous_commit": durability == .full ? "on" : "off",
            // A transaction, and with it the tenant's lock, ends soon after its instance, even if its network does not
            // tell the server. Nothing waits in a transaction but for the database.
            "idle_in_transaction_session_timeout": "5s", "lock_timeout": "8s", "statement_timeout": "12s",
            // An idle connection is found out in the same way. Without effect on a Unix socket.
            "tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3",
            "tcp_user_timeout": "10000",
        ]
    }

    /// Makes the first connection.
    func open() throws(PostgreSQLError) -> PostgreSQLConnection { try connect(patience: Self.patience) }

    /// - Throws: if no connection can be made, or could a moment ago.
    func take() throws(PostgreSQLError) -> PostgreSQLConnection {
        let (idle, outage) = state.withLock { ($0.idle.popLast(), $0.outage) }
        if let idle { return idle.connection }
        if let outage, outage.end > .now { throw outage.error }
        return try connect()
    }

    func put(_ connection: PostgreSQLConnection) {
        guard connection.isOpen, !connection.isStale else { return }
        let idle = Idle(connection: connection)
        state.withLock { if !$0.isClosed { $0.idle.append(idle) } }
    }

    /// A connection was lost: the others are as old, and probably lost too.
    func dropIdle() { state.withLock { $0.idle = [] } }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.idle = []
        }
    }

    /// Connects without regard to earlier failures.
    private func connect(patience: Duration = .zero) throws(PostgreSQLError) -> PostgreSQLConnection {
        do {
            let connection = try PostgreSQLConnection(address, settings: settings)
            try use.claim(connection, to: address, patience: patience)
            state.withLock { $0.outage = nil }
            return connection
        } catch {
            state.withLock { state in
                let delay = min(state.outage.map { $0.delay * 2 } ?? Self.delays.lowerBound, Self.delays.upperBound)
                // Several instances should not come back at the same moment.
                let wait = delay * Double.random(in: 0.5...1)
                state.outage = Outage(error: error, delay: delay, end: .now + wait)
            }
            throw error
        }
    }

    /// Makes a connection's transaction durable. Finds out what became of it if the server does not answer.
    /// - Parameter lost: called if the connection is gone.
    /// - Throws: of the kind `undecided` if nobody can tell; after any other error nothing of the transaction counts.
    func commit(_ connection: PostgreSQLConnection, lost: () -> Void = {}) throws(PostgreSQLError) {
        do {
            try connection.commit()
        } catch {
            guard case .undecided(let transaction) = error.kind else { throw error }
            dropIdle()
            lost()
            guard try isCommitted(transaction, after: error) else {
                throw PostgreSQLError.lost("the server did not commit the transaction")
            }
        }
    }

    /// Waits for a server that is away.
    /// - Parameter error: thrown if nobody can tell.
    private func isCommitted(
        _ transaction: TransactionMark, after error: PostgreSQLError
    ) throws(PostgreSQLError) -> Bool {
        let end = ContinuousClock.now + Self.longestDoubt
        repeat {
            if let connection = try? connect(), let isCommitted = try? connection.isCommitted(transaction) {
                return isCommitted
            }
            usleep(50_000)
        } while ContinuousClock.now < end && !state.withLock { $0.isClosed }
        throw error
    }
}
