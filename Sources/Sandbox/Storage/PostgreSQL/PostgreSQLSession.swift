import PostgreSQL
import ToqueCrypto
import ToqueEncoding

/// A connection inside the current transaction.
final class PostgreSQLSession: StorageSession {
    private let connection: PostgreSQLConnection

    init(_ connection: PostgreSQLConnection) { self.connection = connection }

    let dialect: any StorageDialect = PostgreSQLDialect()
    var isUsable: Bool { connection.isOpen && connection.isInTransaction && !connection.isStale }

    func query(_ sql: String, _ arguments: [StorageValue]) throws -> [StorageRow] {
        if !sql.hasPrefix("SELECT") { try connection.identify() }
        let result = try connection.query(sql, arguments.map(PostgreSQLValue.init))
        return result.rows.map { StorageRow(columns: result.columns, values: $0.map(StorageValue.init)) }
    }

    func run(_ sql: String, _ arguments: [StorageValue]) throws {
        try connection.identify()
        try connection.run(sql, arguments.map(PostgreSQLValue.init))
    }

    func change(_ sql: String, _ arguments: [StorageValue]) throws -> Int {
        try connection.identify()
        return try connection.query(sql, arguments.map(PostgreSQLValue.init)).changes
    }

    /// The sequence behind an identity column, by PostgreSQL's own rule.
    private func sequence(of table: String, _ column: String) -> String { "\(table)_\(column)_seq" }

    func lastNumber(of table: String, _ column: String) throws -> Int64 {
        let row = try first("SELECT last_value, is_called FROM \(sequence(of: table, column))", [])
        guard let row, try row.flag("is_called") else { return 0 }
        return try row.integer("last_value")
    }

    func setLastNumber(_ number: Int64, of table: String, _ column: String) throws {
        _ = try query(
            "SELECT setval('\(sequence(of: table, column))'::regclass, ?, ?)",
            [.integer(max(number, 1)), .flag(number > 0)])
    }

    func savepoint<Value>(_ body: () throws -> Value) throws -> Value { try connection.savepoint(body) }
}

extension PostgreSQLValue {
    fileprivate init(_ value: StorageValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .text(let text): self = .text(text)
        }
    }
}

extension StorageValue {
    fileprivate init(_ value: PostgreSQLValue) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .text(let text): self = .text(text)
        }
    }
}

struct PostgreSQLDialect: StorageDialect {
    /// An index on the same expression applies.
    func member(_ path: StaticString) -> String { "((members ->> '\(path)') COLLATE \"C\")" }

    /// The locale "C" changes the case of ASCII letters alone.
    func contains(_ text: String, _ part: String) -> String {
        "position(lower(\(part)::text COLLATE \"C\") IN lower(\(text))) > 0"
    }

    func stored(_ text: String) -> String { ObjectMembers.stored(text) }

    /// A look into the documents themselves would fail for texts that PostgreSQL's own JSON cannot hold.
    var members: MemberColumns { Self.members }

    private static let members = MemberColumns(["members"], keepsUnchanged: false) {
        [.json(ObjectMembers.json(of: $0))]
    }

    /// Another table's pages may have room that earlier rows left, so it takes a new one: 32 pages of rows too short to be
    /// compressed. The name is this process's own.
    var spaceProbe: [String] {
        [
            """
            CREATE TABLE \(Self.probe) AS SELECT repeat('0', 1900) AS text FROM generate_series(1, 128)
            """, "DROP TABLE \(Self.probe)",
        ]
    }

    /// The setting of the session: the transaction that asks is read-only anyway.
    let readOnlyProbe = """
        SELECT 1 AS found WHERE pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean
        """

    private static let probe = "toque_probe_" + Hex.encode(SystemRandom().bytes(8))
}

extension PostgreSQLError: DescribedStorageError {
    var reason: String { description }
    var isPassing: Bool { isOutage || isBusy || isCollision }
    var isSilence: Bool { kind != .refused }
}
