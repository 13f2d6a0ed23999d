/// Where webhooks go, and each one on its way there.
///
/// A lane is what an endpoint hears about one object, sent in the order of `position`. Only the first of those that are
/// pending has a `due`, so that what may be sent now is found without a look at what waits behind it, however much that
/// is. Cursors are never used again: who remembers a deleted row finds no other in its place.
enum WebhookTables {
    static let sql = """
        CREATE TABLE IF NOT EXISTS webhook_endpoint (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            tenant TEXT, -- null: all of them
            url TEXT NOT NULL, token TEXT, is_configured INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE IF NOT EXISTS delivery (
            cursor INTEGER PRIMARY KEY AUTOINCREMENT, tenant TEXT NOT NULL, webhook TEXT NOT NULL,
            endpoint INTEGER NOT NULL, url TEXT NOT NULL, object TEXT NOT NULL, body TEXT NOT NULL,
            position INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'pending', attempts TEXT NOT NULL DEFAULT '[]',
            held_until INTEGER, due INTEGER
        ) STRICT;
        CREATE INDEX IF NOT EXISTS delivery_log ON delivery (tenant, cursor);
        CREATE INDEX IF NOT EXISTS delivery_object ON delivery (tenant, object, cursor);
        CREATE INDEX IF NOT EXISTS delivery_lane ON delivery (tenant, endpoint, object, position)
            WHERE state = 'pending';
        CREATE INDEX IF NOT EXISTS delivery_due ON delivery (tenant, endpoint, due, cursor) WHERE due IS NOT NULL;
        """
}
