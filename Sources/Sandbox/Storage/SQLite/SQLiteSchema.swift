import GRDB

/// Takes possession of the sandbox's file, and brings its tables up to date.
enum SQLiteSchema {
    /// `toqs`, in the file's header (https://sqlite.org/pragma.html#pragma_application_id).
    private static let applicationID = 0x746F_7173

    /// A step to a version of the tables and of their content.
    private struct Migration: Sendable {
        let version: Int
        let apply: @Sendable (Database) throws -> Void
    }

    /// In their order. The first makes a new file's tables, and those that early files of its version lack.
    private static let migrations = [
        Migration(version: 5) { try $0.execute(sql: SQLiteTables.tables) },
        Migration(version: 6) {
            try SQLiteStatusTables.create($0)
            try $0.execute(sql: SQLiteTables.sharedTables)
            if try !$0.columns(in: "tenant").contains(where: { $0.name == "revision" }) {
                try $0.execute(sql: "ALTER TABLE tenant ADD COLUMN revision INTEGER NOT NULL DEFAULT 0")
            }
        },
        // Indexed members have columns (`index`): an earlier toque would not fill them.
        Migration(version: 7) { _ in },
        // A list of a tenant's ceremonies would sort all of them. The rowid, `sequence`, ends each entry of an index.
        Migration(version: 8) {
            try $0.execute(sql: "CREATE INDEX IF NOT EXISTS ceremony_tenant ON ceremony (tenant)")
        },
    ]

    private static var version: Int { migrations.last?.version ?? 0 }

    /// - Throws: `SandboxStoreError` for a file of another program or another provider, or of a later version.
    static func open(_ database: Database, for provider: StoredProvider) throws {
        // Exclusive: a second process is refused, so that it cannot race this one's timers.
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        // Before any write: the file may be another program's database.
        try check(database, for: provider)
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        // The executor synchronizes the log (`WriteAheadLogSync`).
        try database.execute(sql: "PRAGMA synchronous = NORMAL")
        // 16 MiB of pages stay in memory. A checkpoint stops all operations: a small one, for a few milliseconds.
        try database.execute(sql: "PRAGMA cache_size = -16384")
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 1024")
        // The pages that a savepoint may have to restore: in a file, they are a third of all system calls.
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }

    private static func check(_ database: Database, for provider: StoredProvider) throws {
        if try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0 { return }
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id")
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard application == applicationID, let oldest = migrations.first?.version, version >= oldest else {
            throw SandboxStoreError(
                "the file is another program's or an earlier version's", remedy: "name another file")
        }
        guard version <= Self.version else {
            throw SandboxStoreError(
                "the file has tables of version \(version), and this toque reads those up to version \(Self.version)",
                remedy: "take a later toque or name another file")
        }
        try provider.check(SQLiteSession(database))
    }

    /// Each migration in a transaction of its own: a failure leaves a file of the version before.
    static func create(_ database: Database, for provider: StoredProvider) throws {
        let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        // The first one again, for the tables that its version got later.
        for migration in migrations where migration.version > found || found == migrations.first?.version {
            try database.inTransaction {
                try database.execute(sql: "PRAGMA application_id = \(applicationID)")
                try migration.apply(database)
                try database.execute(sql: "PRAGMA user_version = \(migration.version)")
                return .commit
            }
        }
        try database.inTransaction {
            try provider.save(SQLiteSession(database))
            for index in provider.indexes { try create(index, database) }
            return .commit
        }
    }

    /// Gives an indexed member its column and its index.
    private static func create(_ index: ObjectIndex, _ database: Database) throws {
        let column = SQLiteDialect.column(index.text)
        if try !database.columns(in: "object").contains(where: { $0.name == index.text }) {
            try database.execute(
                sql: """
                    DROP INDEX IF EXISTS "object \(index.text)"; -- of earlier versions, on the document
                    ALTER TABLE object ADD COLUMN \(column) TEXT;
                    UPDATE object SET \(column) = json_extract(body, '\(index.text)')
                    WHERE json_type(body, '\(index.text)') = 'text';
                    """)
        }
        // Most objects lack this member and add nothing to the index.
        try database.execute(
            sql: """
                CREATE INDEX IF NOT EXISTS "object \(index.text)" ON object (tenant, kind, \(column))
                WHERE \(column) IS NOT NULL
                """)
    }
}
