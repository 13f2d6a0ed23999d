import Foundation
import GRDB
import GRDBSQLite

extension Row {
    /// Returns the value of a column. Its type is checked, because other programs may have changed the row.
    /// - Throws: `DamagedStore` if it has another type or is out of the type's range.
    func checked<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        let stored: DatabaseValue? = self[column]
        guard let stored, let value = Value.fromDatabaseValue(stored) else {
            throw DamagedStore(reason: "the column \(column) holds a value of another type or out of range")
        }
        return value
    }

    /// Returns the bytes of a column, with the same checks.
    func checkedBytes(_ column: String) throws -> [UInt8] { Array(try checked(column) as Data) }
}

extension Database {
    /// Runs a statement that is prepared once: preparing takes longer than running it. Binds and steps through SQLite's
    /// own interface, because GRDB's arguments take longer than the statement.
    func run(_ sql: String, _ arguments: [(any StatementBinding)?]) throws {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        // A missing one would be null.
        try check(sqlite3_bind_parameter_count(statement) == arguments.count ? SQLITE_OK : SQLITE_MISUSE, sql)
        defer { sqlite3_reset(statement) }
        for (index, argument) in zip(Int32(1)..., arguments) {
            try check(argument?.bind(to: statement, at: index) ?? sqlite3_bind_null(statement, index), sql)
        }
        let code = sqlite3_step(statement)
        try check(code == SQLITE_DONE ? SQLITE_OK : code, sql)
    }

    private func check(_ code: CInt, _ sql: String) throws {
        guard code != SQLITE_OK else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage, sql: sql)
    }

    /// Runs a body in a transaction: all of its changes are stored, or none. Its own statements are prepared once, too;
    /// GRDB would parse them each time.
    func transaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try run("BEGIN IMMEDIATE TRANSACTION", [])
        do {
            let value = try body(self)
            try run("COMMIT TRANSACTION", [])
            return value
        } catch {
            // A full disk has ended it already.
            if isInsideTransaction { try? rollback() }
            throw error
        }
    }
}
