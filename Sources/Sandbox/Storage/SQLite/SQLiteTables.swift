/// The tables of version 5. Every row belongs to a tenant, except in `provider`, `shared_setting` and the webhook
/// endpoints of all tenants.
enum SQLiteTables {
    /// A lane holds one endpoint's deliveries about one object, sent in the order of `position`. Only its first pending
    /// delivery has a `due`, so that finding the next one never scans the deliveries behind it. Cursors are never
    /// reused: a client with the cursor of a deleted row finds no other row in its place.
    static let tables = """
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
        CREATE TABLE IF NOT EXISTS idempotent_answer (
            tenant TEXT NOT NULL, key TEXT NOT NULL, request TEXT NOT NULL, expires INTEGER NOT NULL,
            answer TEXT NOT NULL, PRIMARY KEY (tenant, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS idempotent_answer_expires ON idempotent_answer (tenant, expires);
        """

    /// What memory holds while one process alone uses the database, as tables for several.
    static let sharedTables = """
        CREATE TABLE IF NOT EXISTS request (
            cursor INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, is_stray INTEGER NOT NULL,
            id TEXT NOT NULL, status INTEGER NOT NULL, entry TEXT NOT NULL
        ) STRICT;
        CREATE INDEX IF NOT EXISTS request_tenant ON request (tenant, cursor);
        CREATE INDEX IF NOT EXISTS request_kind ON request (tenant, is_stray, cursor);
        CREATE INDEX IF NOT EXISTS request_id ON request (tenant, id, cursor);
        CREATE TABLE IF NOT EXISTS request_loss (
            tenant TEXT NOT NULL, is_stray INTEGER NOT NULL, status INTEGER NOT NULL, count INTEGER NOT NULL,
            PRIMARY KEY (tenant, is_stray, status)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS claim (
            tenant TEXT NOT NULL, name TEXT NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (tenant, name)
        ) STRICT, WITHOUT ROWID;
        """
}
