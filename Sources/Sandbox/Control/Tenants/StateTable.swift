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
    var constants: [(name: String, value: StorageValue)] = []

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
            constants: [("endpoint", .integer(0))]),
    ]

    // MARK: Saving

    /// The tenant's rows.
    func rows(_ transaction: ReadTransaction) throws -> JSON {
        let found = try transaction.session.rows(
            of: transaction.tenant, in: name, columns: columns.map(\.name), order: order)
        return .array(
            try found.map { row in
                var members = JSONObject()
                for column in columns {
                    let value = try column.json(row)
                    if !column.isRare || !value.isNull { members[column.name] = value }
                }
                return .object(members)
            })
    }

    // MARK: Loading

    /// The values of a row, in the order of the columns.
    func read(_ row: JSONReader) throws(JSONMemberError) -> [StorageValue] {
        try row.expectNoMembers(besides: Set(columns.map(\.name)))
        var values: [StorageValue] = []
        for column in columns { values.append(try column.read(row)) }
        return values
    }

    /// Inserts rows for the tenant.
    /// - Throws: `SandboxError` if two have the same key.
    func insert(_ rows: [[StorageValue]], _ transaction: Transaction) throws {
        let names = ["tenant"] + columns.map(\.name) + constants.map(\.name)
        for (index, values) in rows.enumerated() {
            let row = [.text(transaction.tenant)] + values + constants.map(\.value)
            guard try transaction.session.insert(into: name, columns: names, row) else {
                throw SandboxError.invalid("\(member)[\(index)]", "An earlier entry has the same key.")
            }
        }
    }
}

extension StateTable.Column {
    fileprivate func json(_ row: StorageRow) throws -> JSON {
        if isOptional, try row.value(name) == .null { return .null }
        switch kind {
        case .text, .sha256, .choice: return .string(try row.text(name))
        case .count: return .int(try row.integer(name))
        case .time: return .string(try row.time(name).description)
        case .flag: return .bool(try row.flag(name))
        case .json, .array: return try row.json(name)
        }
    }

    /// The value as text for the table.
    /// - Throws: if it exceeds the limit for reading it back.
    private func text(of value: JSON, _ row: JSONReader) throws(JSONMemberError) -> StorageValue {
        let text = value.serialized()
        let limit = JSON.Limits().size
        guard text.utf8.count <= limit else {
            throw try row.member(name).mismatch(expected: "a document of at most \(limit) bytes")
        }
        return .text(text)
    }

    fileprivate func read(_ row: JSONReader) throws(JSONMemberError) -> StorageValue {
        // A document may be null.
        if case .json = kind, let value = try row.object()[name] { return try text(of: value, row) }
        if isOptional, try row.optional(name) == nil { return .null }
        let member = try row.member(name)
        switch kind {
        case .text: return .text(try member.string())
        case .count: return .integer(try member.count())
        case .time: return .time(try member.timestamp())
        case .flag: return .flag(try member.bool())
        case .json: return try text(of: member.value, row)
        case .array:
            _ = try member.elements()
            return try text(of: member.value, row)
        case .sha256: return .text(try member.lowerCaseHex(count: DigestAlgorithm.sha256.size))
        case .choice(let texts):
            let text = try member.string()
            guard texts.contains(where: text.isIdentical) else {
                throw member.mismatch(expected: texts.joined(separator: " or "))
            }
            return .text(text)
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
