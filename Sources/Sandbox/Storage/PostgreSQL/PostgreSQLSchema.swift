import PostgreSQL

/// Takes possession of a database, and brings its tables up to date.
enum PostgreSQLSchema {
    /// `toqs`: the key of the advisory lock that lets one instance at a time look at the tables and change them.
    private static let key: Int64 = 0x746F_7173

    /// A step to a version of the tables and of their content.
    private struct Migration {
        let version: Int64
        let sql: String
    }

    /// In their order. Instances of earlier versions go on working on the tables of a later one, so that a migration
    /// only adds: tables, indexes, and columns that may be null or have a default.
    private static let migrations = [
        Migration(version: 1, sql: PostgreSQLTables.first),
        // A list of a tenant's ceremonies would sort all of them.
        Migration(version: 2, sql: "CREATE INDEX ceremony_tenant ON ceremony (tenant, sequence)"),
        Migration(version: 3, sql: TransactionMark.table),
    ]

    private static var version: Int64 { migrations.last?.version ?? 0 }

    /// All in one transaction: a failure leaves the database as it was.
    /// - Throws: `SandboxStoreError` for a database of another program or another provider, or of a later version.
    static func open(_ connection: PostgreSQLConnection, for provider: StoredProvider) throws {
        try connection.begin()
        do {
            try lock(connection)
            try checkServer(connection)
            let found = try findVersion(connection)
            if found > 0, found < version {
                // Operations that are under way take their tables' locks in another order.
                try PostgreSQLExecutor.lock(.everything, isReading: false, connection)
            }
            for migration in migrations where migration.version > found { try connection.script(migration.sql) }
            if found < version {
                _ = try connection.query("UPDATE toque_schema SET version = ?", [.integer(version)])
            }
            let session = PostgreSQLSession(connection)
            if found > 0 { try provider.check(session) }
            try provider.save(session)
            // Even if there is the index, CREATE INDEX would wait for all writers, and hold up those behind it.
            for index in provider.indexes where try !exists(index, connection) {
                try connection.script(create(index))
            }
            try connection.commit()
        } catch {
            connection.rollback()
            throw error
        }
    }

    /// Waits until no other instance starts, for as long as the transaction lasts.
    static func lock(_ connection: PostgreSQLConnection) throws {
        _ = try connection.query("SELECT pg_advisory_xact_lock(?)", [.integer(key)])
    }

    private static func checkServer(_ connection: PostgreSQLConnection) throws {
        let result = try connection.query(
            """
            SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),
                current_schema()::text, current_database()::text
            """)
        guard let row = result.rows.first, row.count == 4, case .integer(let server) = row[0] else {
            throw SandboxStoreError("the server does not tell its version")
        }
        guard server >= 150_000 else {
            throw SandboxStoreError("the server is older than PostgreSQL 15", remedy: "name a newer one")
        }
        guard row[1] == .text("UTF8") else {
            throw SandboxStoreError(
                "the database's encoding is not UTF8", remedy: "create it with ENCODING 'UTF8'")
        }
        guard row[2] != .null else {
            throw SandboxStoreError(
                "the database has no schema in which this user may create tables", remedy: "create one")
        }
    }

    /// - Returns: 0 for an empty database, which gets the table of the version.
    private static func findVersion(_ connection: PostgreSQLConnection) throws -> Int64 {
        let known = try connection.query(
            "SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ?",
            [.text("toque_schema")])
        guard known.first != .integer(0) else {
            let others = try connection.query(
                """
                SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace
                    AND relkind NOT IN ('i', 'I') AND NOT EXISTS (
                        SELECT 1 FROM pg_depend
                        WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
                LIMIT 1
                """)
            if case .text(let name) = others.first {
                throw SandboxStoreError(
                    "the database has tables of another program, such as \(name.quoted)",
                    remedy: "name an empty database")
            }
            try connection.script("CREATE TABLE toque_schema (version bigint NOT NULL)")
            try connection.run("INSERT INTO toque_schema (version) VALUES (0)")
            return 0
        }
        guard case .integer(let found) = try connection.query("SELECT version FROM toque_schema").first else {
            throw SandboxStoreError(
                "the database does not tell the version of its tables", remedy: "restore a backup")
        }
        guard found <= version else {
            throw SandboxStoreError(
                "the database has tables of version \(found), and this toque reads those up to version \(version)",
                remedy: "take a later toque or name another database")
        }
        return found
    }

    private static func name(_ index: ObjectIndex) -> String { "object \(index.path)" }

    private static func exists(_ index: ObjectIndex, _ connection: PostgreSQLConnection) throws -> Bool {
        // The type shortens it as CREATE INDEX does.
        let found = try connection.query(
            """
            SELECT count(*) FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relname = ?::text::name
            """, [.text(name(index))])
        return found.first != .integer(0)
    }

    /// Most objects lack this member and add nothing to the index.
    private static func create(_ index: ObjectIndex) -> String {
        let value = PostgreSQLDialect().member(index.path)
        return """
            CREATE INDEX "\(name(index))" ON object (tenant, kind, (\(value)))
            WHERE \(value) IS NOT NULL
            """
    }
}
