import Foundation
import GRDB

extension Row {
    /// The value of a column. Other hands may have changed the row, so that its type is checked.
    /// - Throws: `DamagedStore` where it is of another type or out of the type's range.
    func checked<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
        let stored: DatabaseValue? = self[column]
        guard let stored, let value = Value.fromDatabaseValue(stored) else {
            throw DamagedStore(reason: "the column \(column) holds a value of another type or out of range")
        }
        return value
    }

    /// The bytes of a column, checked alike.
    func checkedBytes(_ column: String) throws -> [UInt8] { Array(try checked(column) as Data) }
}
