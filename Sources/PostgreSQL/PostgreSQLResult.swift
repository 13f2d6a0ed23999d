import CLibPQ

/// What a statement returned.
public struct PostgreSQLResult: Sendable, Hashable {
    /// The columns' names.
    public let columns: [String]
    public let rows: [[PostgreSQLValue]]
    /// The number of rows that were returned, added, changed or deleted.
    public let changes: Int

    /// The first value of the first row, or nil.
    public var first: PostgreSQLValue? { rows.first?.first }
}

extension PostgreSQLResult {
    init(_ result: OpaquePointer, _ pq: UnsafePointer<ToquePQFunctions>) {
        let fields = pq.pointee.PQnfields(result)
        columns = (0..<fields).map { field in pq.pointee.PQfname(result, field).map { String(cString: $0) } ?? "" }
        let types = (0..<fields).map { ColumnType(pq.pointee.PQftype(result, $0)) }
        rows = (0..<pq.pointee.PQntuples(result)).map { row in
            zip(0..<fields, types).map { field, type in
                guard pq.pointee.PQgetisnull(result, row, field) == 0 else { return .null }
                let start = UnsafeRawPointer(pq.pointee.PQgetvalue(result, row, field))
                let count = Int(pq.pointee.PQgetlength(result, row, field))
                return type.value(
                    UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count))
            }
        }
        changes = Int(String(cString: pq.pointee.PQcmdTuples(result))) ?? 0
    }
}

/// How a column's text is read.
private enum ColumnType {
    case integer, number, bool, text

    /// - Parameter id: of `pg_type`.
    init(_ id: Oid) {
        switch id {
        case 16: self = .bool
        case 20, 21, 23: self = .integer
        case 1700: self = .number
        default: self = .text
        }
    }

    func value(_ bytes: UnsafeBufferPointer<UInt8>) -> PostgreSQLValue {
        switch self {
        case .integer: return Int64(String(decoding: bytes, as: UTF8.self)).map(PostgreSQLValue.integer) ?? .null
        // The sum of integers has this type.
        case .number:
            let text = String(decoding: bytes, as: UTF8.self)
            return Int64(text).map(PostgreSQLValue.integer) ?? .text(text)
        case .bool: return .integer(bytes.first == UInt8(ascii: "t") ? 1 : 0)
        case .text: return .text(StoredText.decode(bytes))
        }
    }
}
