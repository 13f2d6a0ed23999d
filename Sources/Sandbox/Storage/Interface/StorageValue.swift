import ToqueEncoding

/// A value of a column or a placeholder.
enum StorageValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)

    static func integer(_ value: Int) -> StorageValue { .integer(Int64(value)) }
    static func time(_ value: Timestamp) -> StorageValue { .integer(value.microseconds) }
    static func flag(_ value: Bool) -> StorageValue { .integer(value ? 1 : 0) }
    static func json(_ value: JSON) -> StorageValue { .text(value.serialized()) }

    static func text(orNull value: String?) -> StorageValue { value.map(StorageValue.text) ?? .null }
    static func time(orNull value: Timestamp?) -> StorageValue { value.map(StorageValue.time) ?? .null }

}

/// A row of a query's result, read by its columns' names.
struct StorageRow: Sendable {
    private let columns: [String]
    private let values: [StorageValue]

    /// - Parameter values: in the order of the columns.
    init(columns: [String], values: [StorageValue]) {
        self.columns = columns
        self.values = values
    }

    func value(_ column: String) throws(SandboxStoreError) -> StorageValue {
        guard let index = columns.firstIndex(of: column), values.indices.contains(index) else {
            throw SandboxStoreError("a row of the database has no column \(column)")
        }
        return values[index]
    }

    func optionalText(_ column: String) throws(SandboxStoreError) -> String? {
        switch try value(column) {
        case .null: nil
        case .text(let text): text
        case .integer: throw Self.mismatch(column, "a number", expected: "text")
        }
    }

    func optionalInteger(_ column: String) throws(SandboxStoreError) -> Int64? {
        switch try value(column) {
        case .null: nil
        case .integer(let value): value
        case .text: throw Self.mismatch(column, "text", expected: "a number")
        }
    }

    func text(_ column: String) throws(SandboxStoreError) -> String {
        guard let text = try optionalText(column) else { throw Self.mismatch(column, "null", expected: "text") }
        return text
    }

    func integer(_ column: String) throws(SandboxStoreError) -> Int64 {
        guard let value = try optionalInteger(column) else {
            throw Self.mismatch(column, "null", expected: "a number")
        }
        return value
    }

    func int(_ column: String) throws(SandboxStoreError) -> Int { Int(try integer(column)) }

    func time(_ column: String) throws(SandboxStoreError) -> Timestamp {
        Timestamp(microseconds: try integer(column))
    }

    func optionalTime(_ column: String) throws(SandboxStoreError) -> Timestamp? {
        try optionalInteger(column).map(Timestamp.init(microseconds:))
    }

    /// False for null.
    func flag(_ column: String) throws(SandboxStoreError) -> Bool { try optionalInteger(column) ?? 0 != 0 }

    func json(_ column: String) throws -> JSON { try JSON(parsing: try text(column)) }

    private static func mismatch(_ column: String, _ found: String, expected: String) -> SandboxStoreError {
        SandboxStoreError(
            "the column \(column) of a row has \(found), expected \(expected); the database was changed by hand")
    }
}
