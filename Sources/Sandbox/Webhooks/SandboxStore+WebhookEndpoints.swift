import GRDB
import ToqueEncoding

extension SandboxStore {
    /// Makes the startup endpoints those of every tenant. Adds new ones, removes those no longer named, and keeps the
    /// pending deliveries of the others.
    /// - Parameters:
    ///   - urls: https, or http on the loopback interface.
    ///   - token: the token of all of them.
    /// - Throws: `SandboxConfigurationError` for an unusable URL or token.
    func configureWebhookEndpoints(_ urls: [String], token: String?) async throws {
        for url in urls {
            guard let problem = WebhookURL.problem(url) else { continue }
            throw SandboxConfigurationError.webhook(url, problem: problem)
        }
        if let token, let problem = WebhookEndpoint.problem(ofToken: token) {
            throw SandboxConfigurationError.webhookToken(problem: problem)
        }
        let now = baseNow
        try await access { database in
            var known: Set<String> = []
            let rows = try Row.fetchAll(
                database, sql: "SELECT id, url FROM webhook_endpoint WHERE is_configured ORDER BY id")
            for row in rows {
                let url: String = row["url"]
                if urls.contains(url) {
                    known.insert(url)
                } else {
                    try WebhookEndpoint.remove(row["id"], at: now, database)
                }
            }
            for url in urls where known.insert(url).inserted {
                try database.execute(
                    sql: "INSERT INTO webhook_endpoint (url, is_configured) VALUES (?, 1)", arguments: [url])
            }
            try database.execute(
                sql: "UPDATE webhook_endpoint SET token = ? WHERE is_configured", arguments: [token])
        }
    }

    /// Tenants with pending deliveries, due now or later.
    func tenantsWithDeliveries() async throws -> [String] {
        try await access { database in
            try String.fetchAll(database, sql: "SELECT DISTINCT tenant FROM delivery WHERE due IS NOT NULL")
        }
    }
}

extension WebhookEndpoint {
    /// Returns the problem with a bearer token; nil if it is usable.
    static func problem(ofToken token: String) -> String? {
        // The header value characters that no proxy changes; RFC 6750 section 2.1 has fewer.
        (1...4096).contains(token.utf8.count) && token.utf8.allSatisfy(\.isVisibleASCII)
            ? nil : "Expected 1 to 4096 visible ASCII characters."
    }

    /// Removes an endpoint. Its pending deliveries, of every tenant, have failed.
    static func remove(_ number: Int64, at time: Timestamp, _ database: Database) throws {
        try database.execute(sql: "DELETE FROM webhook_endpoint WHERE id = ?", arguments: [number])
        let attempt = DeliveryAttempt(
            time: time, outcome: .error("the endpoint was removed before the webhook was taken"), duration: .zero)
        try database.execute(
            sql: """
                UPDATE delivery SET state = 'failed', due = NULL, attempts = json_insert(attempts, '$[#]', json(?))
                WHERE endpoint = ? AND state = 'pending'
                """, arguments: [attempt.json.serialized(), number])
    }
}
