/// Who is notified, and what was or is to be sent to them.
enum WebhookTables {
    static let sql = """
        CREATE TABLE IF NOT EXISTS webhook_endpoint (
            id TEXT PRIMARY KEY, tenant TEXT NOT NULL, url TEXT NOT NULL, token TEXT,
            is_configured INTEGER NOT NULL DEFAULT 0
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS delivery (
            cursor INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, tenant TEXT NOT NULL,
            webhook TEXT NOT NULL, endpoint TEXT NOT NULL, url TEXT NOT NULL, object TEXT NOT NULL,
            body TEXT NOT NULL, state TEXT NOT NULL, due INTEGER, attempts TEXT NOT NULL DEFAULT '[]'
        ) STRICT;
        CREATE INDEX IF NOT EXISTS delivery_tenant ON delivery (tenant, cursor);
        CREATE INDEX IF NOT EXISTS delivery_due ON delivery (tenant, due, cursor) WHERE due IS NOT NULL;
        """
}
