import GRDB
import ToqueEncoding

extension Transaction {
    /// Queues a notice for every endpoint of the tenant and those of all tenants: a row for each, written with the
    /// change that caused it.
    public func send(_ webhook: Webhook) throws {
        // An endpoint with no tenant is for all of them.
        let endpoints = try Row.fetchAll(
            database.cachedStatement(sql: "SELECT id, url FROM webhook_endpoint WHERE tenant IN (?, '') ORDER BY id"),
            arguments: [tenant])
        for endpoint in endpoints {
            let id: String = endpoint["id"]
            let url: String = endpoint["url"]
            try run(
                """
                INSERT INTO delivery (id, tenant, webhook, endpoint, url, object, body, state, due)
                VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?)
                """,
                [
                    try random().uuid(), tenant, webhook.id, id, url, webhook.object, webhook.body.serialized(),
                    now.microseconds,
                ])
            changes.insert(.deliveries)
        }
    }
}
