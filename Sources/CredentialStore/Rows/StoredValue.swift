import Foundation
import GRDB

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
    /// Runs a statement that is prepared once: preparing takes longer than running it.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
