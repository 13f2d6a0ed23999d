import GRDB
import Glibc
import Synchronization
import ToqueEncoding

/// The sandbox's database: one SQLite file that one process owns, or memory. What a transaction wrote is on the disk
/// (write-ahead log, `synchronous=FULL`) before the call returns.
public final class SandboxStore: Sendable {
    public enum Location: Sendable, Hashable {
        case memory
        /// Made with mode 0600 where it does not exist.
        case file(String)
    }

    /// Does what the timer stands for.
    public typealias TimerHandler = @Sendable (SandboxTimer, Transaction) throws -> Void

    private let queue: DatabaseQueue
    private let clock: any SandboxClock
    private let onTimer: TimerHandler
    private let nextDue = Mutex<Timestamp?>(nil)
    /// The due time of the earliest timer, again each time it changes.
    let nextDueChanges: AsyncStream<Timestamp?>
    private let nextDueContinuation: AsyncStream<Timestamp?>.Continuation

    /// Opens the database, or makes it.
    /// - Parameters:
    ///   - indexes: paths by which objects are looked up often.
    ///   - onTimer: called inside a transaction for each timer that is due, in order.
    public init(
        _ location: Location, clock: any SandboxClock, indexes: [ObjectIndex] = [],
        onTimer: @escaping TimerHandler
    ) throws(SandboxStoreError) {
        self.clock = clock
        self.onTimer = onTimer
        (nextDueChanges, nextDueContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        do {
            switch location {
            case .memory: queue = try DatabaseQueue()
            case .file(let path):
                try Self.create(path)
                queue = try DatabaseQueue(path: path)
            }
            try queue.inDatabase { database in
                if location != .memory {
                    // Exclusive: a second process is refused instead of racing this one's timers.
                    try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
                    // Before anything is written: the file may be a database of somebody else's.
                    try Self.checkOwner(database)
                    try database.execute(sql: "PRAGMA journal_mode = WAL")
                    try database.execute(sql: "PRAGMA synchronous = FULL")
                }
                try Self.createTables(database, indexes: indexes)
            }
            try queue.inDatabase { try refreshNextDue(Transaction(database: $0, now: clock.now)) }
        } catch let error as SandboxStoreError {
            throw error
        } catch {
            throw SandboxStoreError(location, error)
        }
    }

    /// Nothing of what the sandbox keeps is other people's business.
    private static func create(_ path: String) throws(SandboxStoreError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SandboxStoreError("\(path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        Glibc.close(descriptor)
    }

    /// Of the tables below.
    private static let schemaVersion = 1
    /// `toqs`, in the file's header (https://sqlite.org/pragma.html#pragma_application_id).
    private static let applicationID = 0x746F_7173

    private static func checkOwner(_ database: Database) throws {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id")
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version")
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
        guard isEmpty || application == applicationID && version == schemaVersion else {
            throw SandboxStoreError("the file is another program's or another version's; name another file")
        }
    }

    private static func createTables(_ database: Database, indexes: [ObjectIndex]) throws {
        try database.inTransaction {
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: "PRAGMA user_version = \(schemaVersion)")
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS object (
                        sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL,
                        UNIQUE (kind, id)
                    ) STRICT;
                    CREATE INDEX IF NOT EXISTS object_kind ON object (kind, sequence);
                    CREATE TABLE IF NOT EXISTS timer (
                        sequence INTEGER PRIMARY KEY, due INTEGER NOT NULL, kind TEXT NOT NULL, subject TEXT NOT NULL
                    ) STRICT;
                    CREATE INDEX IF NOT EXISTS timer_due ON timer (due, sequence);
                    CREATE TABLE IF NOT EXISTS one_time_value (
                        hash TEXT NOT NULL, purpose TEXT NOT NULL, subject TEXT NOT NULL,
                        used INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (hash, purpose)
                    ) STRICT, WITHOUT ROWID;
                    CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
                    """)
            for index in indexes {
                try database.execute(
                    sql: """
                        CREATE INDEX IF NOT EXISTS "object \(index.path)"
                        ON object (kind, json_extract(body, '\(index.path)'))
                        """)
            }
            return .commit
        }
    }

    /// Reads. What is due has been applied before.
    public func read<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let now = clock.now
        if isDue(now) { try await fireDueTimers() }
        return try await queue.read { try body(Transaction(database: $0, now: now)) }
    }

    /// Reads and changes; all of it or, where the body throws, nothing. What is due has been applied before.
    public func write<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let now = clock.now
        if isDue(now) { try await fireDueTimers() }
        return try await queue.writeWithoutTransaction { [self] database in
            let transaction = Transaction(database: database, now: now)
            var value: Value?
            try database.inTransaction {
                value = try body(transaction)
                return .commit
            }
            if transaction.timersChanged { try refreshNextDue(transaction) }
            guard let value else { throw SandboxStoreError("a transaction ended without a value") }
            return value
        }
    }

    /// Applies every timer that is due, in order, with those that they set.
    func fireDueTimers() async throws {
        let now = clock.now
        try await queue.writeWithoutTransaction { [self] database in
            let transaction = Transaction(database: database, now: now)
            // One transaction a timer: one that cannot be applied does not undo the others.
            var fired = true
            while fired {
                try database.inTransaction {
                    let timer = try transaction.takeDueTimer()
                    if let timer { try onTimer(timer, transaction) }
                    fired = timer != nil
                    return .commit
                }
            }
            try refreshNextDue(transaction)
        }
    }

    private func isDue(_ now: Timestamp) -> Bool { nextDue.withLock { $0.map { $0 <= now } ?? false } }

    private func refreshNextDue(_ transaction: Transaction) throws {
        let due = try transaction.nextDue()
        let changed = nextDue.withLock { known in
            defer { known = due }
            return known != due
        }
        if changed { nextDueContinuation.yield(due) }
    }

    /// Ends the use of the file, so that another process may have it.
    public func close() {
        nextDueContinuation.finish()
        // Closing fails while statements run alone; the process's end closes it then.
        try? queue.close()
    }
}
