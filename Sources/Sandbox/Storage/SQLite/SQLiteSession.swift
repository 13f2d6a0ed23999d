import GRDB

/// The connection inside the current transaction. Statements are prepared once: preparing them takes longer than
/// running them.
final class SQLiteSession: StorageSession {
    let database: Database

    init(_ database: Database) { self.database = database }

    var dialect: any StorageDialect { SQLiteDialect() }
    var isUsable: Bool { database.isInsideTransaction }

    func query(_ sql: String, _ arguments: [StorageValue]) throws -> [StorageRow] {
        let statement = try database.cachedStatement(sql: sql)
        let cursor = try Row.fetchCursor(statement, arguments: Self.arguments(arguments))
        var rows: [StorageRow] = []
        while let row = try cursor.next() {
            let values = try (0..<row.count).map { try StorageValue(row[$0] as DatabaseValue) }
            rows.append(StorageRow(columns: statement.columnNames, values: values))
        }
        return rows
    }

    func run(_ sql: String, _ arguments: [StorageValue]) throws {
        try database.cachedStatement(sql: sql).execute(arguments: Self.arguments(arguments))
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

    private static func arguments(_ values: [StorageValue]) -> StatementArguments {
        StatementArguments(values.map(\.databaseValue))
    }
}

extension StorageValue {
    fileprivate init(_ value: DatabaseValue) throws(SandboxStoreError) {
        switch value.storage {
        case .null: self = .null
        case .int64(let value): self = .integer(value)
        case .string(let text): self = .text(text)
        case .double, .blob:
            throw SandboxStoreError("a column has a value of another type; the database was changed by hand")
        }
    }

    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .text(let text): text.databaseValue
        }
    }
}

struct SQLiteDialect: StorageDialect {
    /// An index on the same expression applies.
    func member(_ path: StaticString) -> String { "json_extract(body, '\(path)')" }
    func contains(_ text: String, _ part: String) -> String { "instr(lower(\(text)), lower(\(part))) > 0" }
    var keepsMembers: Bool { false }
    /// The log has no pages to spare for the usual probe.
    var spaceProbe: [String] { [] }
}

extension DatabaseError: DescribedStorageError {
    var reason: String { message ?? "\(self)" }

    var isOutage: Bool {
        let outages: [ResultCode] = [.SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_BUSY]
        return outages.contains(resultCode)
    }
}
