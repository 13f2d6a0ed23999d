import GRDB

/// The tables of the sandbox's database. Every row belongs to a tenant, except in `provider`, `shared_setting` and the
/// webhook endpoints of all tenants.
enum DatabaseSchema {
    /// Version of the tables below and of their content.
    private static let version = 5
    /// `toqs`, in the file's header (https://sqlite.org/pragma.html#pragma_application_id).
    private static let applicationID = 0x746F_7173

    /// Takes possession of a file.
    /// - Throws: `SandboxStoreError` for a file of another program or another provider.
    static func open(_ database: Database, for provider: StoredProvider, _ durability: Durability) throws {
        // Exclusive: a second process is refused, so that it cannot race this one's timers.
        try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
        // Before any write: the file may be another program's database.
        try check(database, for: provider)
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        try database.execute(sql: "PRAGMA synchronous = \(durability.rawValue.uppercased())")
        // Objects have random ids, so each write touches scattered pages: 16 MiB of them stay in memory, and as many
        // written ones collect before a checkpoint.
        try database.execute(sql: "PRAGMA cache_size = -16384")
        try database.execute(sql: "PRAGMA wal_autocheckpoint = 4096")
        // The pages that a savepoint may have to restore: in a file, they are a third of all system calls.
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
    }

    private static func check(_ database: Database, for provider: StoredProvider) throws {
        let application = try Int.fetchOne(database, sql: "PRAGMA application_id")
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version")
        let isEmpty = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
        guard isEmpty || application == applicationID && version == Self.version else {
            throw SandboxStoreError("the file is another program's or another version's; name another file")
        }
        if isEmpty { return }
        try provider.check(database)
    }

    static func create(_ database: Database, for provider: StoredProvider) throws {
        try database.inTransaction {
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: "PRAGMA user_version = \(version)")
            try database.execute(sql: tables)
            try provider.save(database)
            if try Int.fetchOne(database, sql: "SELECT 1 FROM object_status LIMIT 1") == nil {
                try database.execute(sql: ObjectStatusTable.filling(where: "true"))
            }
            for index in provider.indexes {
                // Most objects lack this member and add nothing to the index.
                let value = "json_extract(body, '\(index.path)')"
                try database.execute(
                    sql: """
                        CREATE INDEX IF NOT EXISTS "object \(index.path)" ON object (tenant, kind, \(value))
                        WHERE \(value) IS NOT NULL
                        """)
            }
            return .commit
        }
    }

    /// The tables of a tenant's history. `webhook_endpoint` is not one of them: a listener keeps listening when a test
    /// starts over. Nor are keys and secrets, which others know.
    static let tenantTables = [
        "object", "timer", "one_time_value", "setting", "object_scenario", "event", "object_status", "object_count",
        "ceremony",
        "delivery", "idempotent_answer",
    ]

    /// A lane holds one endpoint's deliveries about one object, sent in the order of `position`. Only its first pending
    /// delivery has a `due`, so that finding the next one never scans the deliveries behind it. Cursors are never
    /// reused: a client with the cursor of a deleted row finds no other row in its place.
    private static let tables = """
        CREATE TABLE IF NOT EXISTS provider (
            only INTEGER PRIMARY KEY CHECK (only = 1), name TEXT NOT NULL, version INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS tenant (
            id TEXT PRIMARY KEY, key_hash TEXT NOT NULL, is_configured INTEGER NOT NULL, frozen_at INTEGER,
            clock_offset INTEGER NOT NULL DEFAULT 0, ordinal INTEGER NOT NULL DEFAULT 0, scenario TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS tenant_secret (
            tenant TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (tenant, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS object (
            sequence INTEGER PRIMARY KEY, tenant TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
            body TEXT NOT NULL, UNIQUE (id, kind, tenant)
        ) STRICT;
        CREATE INDEX IF NOT EXISTS object_kind ON object (tenant, kind, sequence);
        CREATE TABLE IF NOT EXISTS object_scenario (
            tenant TEXT NOT NULL, object TEXT NOT NULL, scenario TEXT NOT NULL, PRIMARY KEY (tenant, object)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS timer (
            sequence INTEGER PRIMARY KEY, tenant TEXT NOT NULL, due INTEGER NOT NULL, kind TEXT NOT NULL,
            subject TEXT NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS timer_due ON timer (tenant, due, sequence);
        CREATE INDEX IF NOT EXISTS timer_subject ON timer (tenant, subject);
        CREATE TABLE IF NOT EXISTS one_time_value (
            hash TEXT NOT NULL, purpose TEXT NOT NULL, tenant TEXT NOT NULL, subject TEXT NOT NULL,
            used INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (hash, purpose, tenant)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS setting (
            tenant TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (tenant, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS shared_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS event (
            cursor INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, time INTEGER NOT NULL, type TEXT NOT NULL,
            kind TEXT NOT NULL, object TEXT NOT NULL, data TEXT NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS event_tenant ON event (tenant, cursor);
        CREATE INDEX IF NOT EXISTS event_object ON event (tenant, object, cursor);
        CREATE TABLE IF NOT EXISTS ceremony (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, id TEXT NOT NULL, object TEXT NOT NULL,
            type TEXT NOT NULL, time INTEGER NOT NULL, document TEXT NOT NULL, verdict TEXT NOT NULL,
            UNIQUE (tenant, id)
        ) STRICT;
        CREATE INDEX IF NOT EXISTS ceremony_object ON ceremony (tenant, object);
        CREATE TABLE IF NOT EXISTS webhook_endpoint (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            tenant TEXT, -- null: all of them
            url TEXT NOT NULL, token TEXT, is_configured INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS delivery (
            cursor INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, webhook TEXT NOT NULL,
            endpoint INTEGER NOT NULL, url TEXT NOT NULL, object TEXT NOT NULL, body TEXT NOT NULL,
            position INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'pending', attempts TEXT NOT NULL DEFAULT '[]',
            held_until INTEGER, due INTEGER, is_badly_signed INTEGER
        ) STRICT;
        CREATE INDEX IF NOT EXISTS delivery_log ON delivery (tenant, cursor);
        CREATE INDEX IF NOT EXISTS delivery_object ON delivery (tenant, object, cursor);
        CREATE INDEX IF NOT EXISTS delivery_lane ON delivery (tenant, endpoint, object, position)
            WHERE state = 'pending';
        CREATE INDEX IF NOT EXISTS delivery_due ON delivery (tenant, endpoint, due, cursor) WHERE due IS NOT NULL;
        \(ObjectStatusTable.sql)
        \(IdempotencyTables.sql)
        """
}
