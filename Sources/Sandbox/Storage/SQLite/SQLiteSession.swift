import GRDB
import GRDBSQLite

/// The connection inside the current transaction. Statements are prepared once: preparing them takes longer than
/// running them.
final class SQLiteSession: StorageSession {
    let database: Database
    let dialect: any StorageDialect

    /// - Parameter dialect: with the columns that the file's `object` has for members.
    init(_ database: Database, _ dialect: SQLiteDialect = SQLiteDialect()) {
        self.database = database
        self.dialect = dialect
    }

    var isUsable: Bool { database.isInsideTransaction }

    func query(_ sql: String, _ arguments: [StorageValue]) throws -> [StorageRow] {
        var rows: [StorageRow] = []
        let statement = try database.cachedStatement(sql: sql)
        try execute(statement, arguments) { rows.append(try $0.row(statement.columnNames)) }
        return rows
    }

    func run(_ sql: String, _ arguments: [StorageValue]) throws {
        try execute(database.cachedStatement(sql: sql), arguments) { _ in }
    }

    /// Binds and steps through SQLite's own interface: GRDB's arguments, rows and observers take longer than most
    /// statements. A failed statement, once reset, can be executed again (https://sqlite.org/c3ref/reset.html).
    private func execute(
        _ statement: Statement, _ arguments: [StorageValue], _ body: (borrowing SQLiteRow) throws -> Void
    ) throws {
        let pointer = statement.sqliteStatement
        guard sqlite3_bind_parameter_count(pointer) == arguments.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of arguments", sql: statement.sql)
        }
        defer { sqlite3_reset(pointer) }
        for (index, argument) in zip(Int32(1)..., arguments) { try argument.bind(to: pointer, at: index) }
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW: try body(SQLiteRow(statement: pointer))
            case SQLITE_DONE: return
            case let code:
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage, sql: statement.sql)
            }
        }
    }

    func change(_ sql: String, _ arguments: [StorageValue]) throws -> Int {
        try run(sql, arguments)
        return database.changesCount
    }

    func lastNumber(of table: String, _ column: String) throws -> Int64 {
        let last = try first("SELECT max(\(column)) AS number FROM \(table)", [])?.optionalInteger("number") ?? 0
        // Without AUTOINCREMENT, a table has no row there (https://sqlite.org/autoinc.html).
        let kept = try first("SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(table)])?.integer("seq") ?? 0
        return max(last, kept)
    }

    func setLastNumber(_ number: Int64, of table: String, _ column: String) throws {
        guard Self.numbered.contains(table) else { return }
        try run("DELETE FROM sqlite_sequence WHERE name = ?", [.text(table)])
        try run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [.text(table), .integer(number)])
    }

    /// The tables with AUTOINCREMENT. The numbers of the others are never shown, and follow the greatest.
    private static let numbered: Set = ["event", "ceremony", "webhook_endpoint", "delivery", "request"]

    /// Like GRDB's `inSavepoint`, but only inside a transaction and with prepared statements.
    func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
        try database.cachedStatement(sql: "SAVEPOINT operation").execute()
        do {
            let value = try body()
            try database.cachedStatement(sql: "RELEASE operation").execute()
            return value
        } catch {
            // If the transaction has ended, the savepoint is gone too.
            if database.isInsideTransaction {
                try database.cachedStatement(sql: "ROLLBACK TO operation").execute()
                try database.cachedStatement(sql: "RELEASE operation").execute()
            }
            throw error
        }
    }
}

/// The row that a statement has reached.
private struct SQLiteRow: ~Copyable {
    let statement: SQLiteStatement

    func row(_ columns: [String]) throws -> StorageRow {
        StorageRow(columns: columns, values: try columns.indices.map { try value(Int32($0)) })
    }

    private func value(_ column: Int32) throws -> StorageValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            let count = Int(sqlite3_column_bytes(statement, column))
            let bytes = UnsafeBufferPointer(start: sqlite3_column_text(statement, column), count: count)
            return .text(String(decoding: bytes, as: UTF8.self))
        case _: throw SandboxStoreError("a column has a value of another type; the database was changed by hand")
        }
    }
}

extension StorageValue {
    fileprivate func bind(to statement: SQLiteStatement, at index: Int32) throws {
        let code =
            switch self {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let value): value.bind(to: statement, at: index)
            case .text(let text): text.bind(to: statement, at: index)
            }
        if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}

extension DatabaseError: DescribedStorageError {
    var reason: String { message ?? "\(self)" }
    /// One process at a time uses a file.
    var isBusy: Bool { false }

    var isOutage: Bool {
        let outages: [ResultCode] = [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY]
        return outages.contains(resultCode)
    }
}
