import GRDB
import ToqueCrypto
import ToqueEncoding

/// The form of a tenant's table in a state file: an object per row, with a member per column.
struct StateTable: Sendable {
    enum Kind: Sendable {
        case text
        /// At least 0, with room to keep counting.
        case count
        /// Microseconds in the table, RFC 3339 in the file.
        case time
        case flag
        /// Text in the table, a JSON value in the file.
        case json
        case array
        case sha256
        case choice([String])
    }

    struct Column: Sendable {
        let name: String
        let kind: Kind
        let isOptional: Bool
        /// Omitted from the file if absent.
        let isRare: Bool

        init(_ name: String, _ kind: Kind = .text, isOptional: Bool = false, isRare: Bool = false) {
            self.name = name
            self.kind = kind
            self.isOptional = isOptional
            self.isRare = isRare
        }
    }

    /// The name in the file.
    let member: String
    /// The name in the database.
    let name: String
    let columns: [Column]
    /// The order of the rows in the file, and of inserting them.
    let order: String
    /// The values of the remaining columns.
    var constants: [(name: String, value: DatabaseValue)] = []

    /// A tenant's tables, without the endpoints of its webhooks: their tokens are secret, and they belong to the
    /// sandbox's environment.
    static let all = [
        StateTable(
            member: "objects", name: "object", columns: [Column("kind"), Column("id"), Column("body", .json)],
            order: "sequence"),
        StateTable(
            member: "timers", name: "timer", columns: [Column("due", .time), Column("kind"), Column("subject")],
            order: "sequence"),
        StateTable(
            member: "one_time_values", name: "one_time_value",
            columns: [Column("hash", .sha256), Column("purpose"), Column("subject"), Column("used", .flag)],
            order: "hash, purpose"),
        StateTable(member: "settings", name: "setting", columns: [Column("name"), Column("value")], order: "name"),
        StateTable(
            member: "object_scenarios", name: "object_scenario", columns: [Column("object"), Column("scenario")],
            order: "object"),
        StateTable(
            member: "events", name: "event",
            columns: [
                Column("time", .time), Column("type"), Column("kind"), Column("object"), Column("data", .json),
            ], order: "cursor"),
        StateTable(
            member: "ceremonies", name: "ceremony",
            columns: [
                Column("id"), Column("object"), Column("type"), Column("time", .time), Column("document", .json),
                Column("verdict", .json),
            ], order: "sequence"),
        StateTable(
            member: "deliveries", name: "delivery",
            columns: [
                Column("webhook"), Column("url"), Column("object"), Column("body", .json), Column("position", .count),
                Column("state", .choice(DeliveryState.allCases.map(\.rawValue))), Column("attempts", .array),
                Column("held_until", .time, isOptional: true), Column("due", .time, isOptional: true),
                Column("is_badly_signed", .flag, isOptional: true, isRare: true),
            ], order: "cursor",
            // Matched by URL when the file is loaded.
            constants: [("endpoint", 0.databaseValue)]),
    ]

    // MARK: Saving

    /// The tenant's rows.
    func rows(_ transaction: ReadTransaction) throws -> JSON {
        let names = columns.map(\.name).joined(separator: ", ")
        let cursor = try Row.fetchCursor(
            transaction.database, sql: "SELECT \(names) FROM \(name) WHERE tenant = ? ORDER BY \(order)",
            arguments: [transaction.tenant])
        var rows: [JSON] = []
        while let row = try cursor.next() {
            var members = JSONObject()
            for column in columns {
                let value = try column.json(row)
                if !column.isRare || !value.isNull { members[column.name] = value }
            }
            rows.append(.object(members))
        }
        return .array(rows)
    }

    // MARK: Loading

    /// The values of a row, in the order of the columns.
    func read(_ row: JSONReader) throws(JSONMemberError) -> [DatabaseValue] {
        try row.expectNoMembers(besides: Set(columns.map(\.name)))
        var values: [DatabaseValue] = []
        for column in columns { values.append(try column.read(row)) }
        return values
    }

    /// Inserts rows for the tenant.
    /// - Throws: `SandboxError` if two have the same key.
    func insert(_ rows: [[DatabaseValue]], _ transaction: Transaction) throws {
        let names = ["tenant"] + columns.map(\.name) + constants.map(\.name)
        let marks = names.map { _ in "?" }
        let statement = try transaction.database.cachedStatement(
            sql: """
                INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(marks.joined(separator: ", ")))
                """)
        let tenant = transaction.tenant.databaseValue
        for (index, values) in rows.enumerated() {
            do {
                try statement.execute(arguments: StatementArguments([tenant] + values + constants.map(\.value)))
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw SandboxError.invalid("\(member)[\(index)]", "An earlier entry has the same key.")
            }
        }
    }
}

extension StateTable.Column {
    /// The tables are STRICT: values have their column's declared type.
    fileprivate func json(_ row: Row) throws -> JSON {
        if isOptional, (row[name] as DatabaseValue).isNull { return .null }
        switch kind {
        case .text, .sha256, .choice: return .string(row[name])
        case .count: return .int(row[name] as Int64)
        case .time: return .string(Timestamp(microseconds: row[name]).description)
        case .flag: return .bool(row[name])
        case .json, .array: return try JSON(parsing: row[name] as String)
        }
    }

    /// The value as text for the table.
    /// - Throws: if it exceeds the limit for reading it back.
    private func text(of value: JSON, _ row: JSONReader) throws(JSONMemberError) -> DatabaseValue {
        let text = value.serialized()
        let limit = JSON.Limits().size
        guard text.utf8.count <= limit else {
            throw try row.member(name).mismatch(expected: "a document of at most \(limit) bytes")
        }
        return text.databaseValue
    }

    fileprivate func read(_ row: JSONReader) throws(JSONMemberError) -> DatabaseValue {
        // A document may be null.
        if case .json = kind, let value = try row.object()[name] { return try text(of: value, row) }
        if isOptional, try row.optional(name) == nil { return .null }
        let member = try row.member(name)
        switch kind {
        case .text: return try member.string().databaseValue
        case .count: return try member.count().databaseValue
        case .time: return try member.timestamp().microseconds.databaseValue
        case .flag: return try member.bool().databaseValue
        case .json: return try text(of: member.value, row)
        case .array:
            _ = try member.elements()
            return try text(of: member.value, row)
        case .sha256: return try member.lowerCaseHex(count: DigestAlgorithm.sha256.size).databaseValue
        case .choice(let texts):
            let text = try member.string()
            guard texts.contains(where: text.isIdentical) else {
                throw member.mismatch(expected: texts.joined(separator: " or "))
            }
            return text.databaseValue
        }
    }
}

extension JSONReader {
    /// At least 0, with room to keep counting.
    func count() throws(JSONMemberError) -> Int64 {
        let count = Int64(try int())
        guard (0...Int64.max / 2).contains(count) else { throw mismatch(expected: "an integer from 0 to 2^62 - 1") }
        return count
    }

    fileprivate func lowerCaseHex(count: Int) throws(JSONMemberError) -> String {
        let text = try string()
        guard let bytes = Hex.decode(text), bytes.count == count, Hex.encode(bytes).isIdentical(to: text) else {
            throw mismatch(expected: "\(count) bytes in lower-case hexadecimal digits")
        }
        return text
    }
}
