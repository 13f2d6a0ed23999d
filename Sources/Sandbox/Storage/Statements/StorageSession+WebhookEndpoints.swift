import ToqueEncoding

/// The receivers of webhooks.
extension StorageSession {
    /// A tenant's endpoints, and those of all tenants, oldest first.
    func webhookEndpoints(of tenant: String) throws -> [WebhookEndpoint] {
        try query(
            """
            SELECT id, url, tenant, is_configured, token FROM webhook_endpoint
            WHERE tenant = ? OR tenant IS NULL ORDER BY id
            """, [.text(tenant)]
        ).map(WebhookEndpoint.init)
    }

    func configuredWebhookEndpoints() throws -> [WebhookEndpoint] {
        try query(
            "SELECT id, url, tenant, is_configured, token FROM webhook_endpoint WHERE is_configured = 1 ORDER BY id",
            []
        ).map(WebhookEndpoint.init)
    }

    /// - Parameter tenant: nil for all.
    /// - Returns: its number.
    func addWebhookEndpoint(url: String, token: String?, isConfigured: Bool, of tenant: String?) throws -> Int64 {
        let row = try first(
            "INSERT INTO webhook_endpoint (tenant, url, token, is_configured) VALUES (?, ?, ?, ?) RETURNING id",
            [.text(orNull: tenant), .text(url), .text(orNull: token), .flag(isConfigured)])
        guard let row else { throw SandboxStoreError("the database did not number a webhook endpoint") }
        return try row.integer("id")
    }

    func setTokenOfConfiguredWebhookEndpoints(_ token: String?) throws {
        try run("UPDATE webhook_endpoint SET token = ? WHERE is_configured = 1", [.text(orNull: token)])
    }

    /// Removes an endpoint. Its pending deliveries, of every tenant, have failed.
    func removeWebhookEndpoint(_ number: Int64, at time: Timestamp) throws {
        try run("DELETE FROM webhook_endpoint WHERE id = ?", [.integer(number)])
        try failDeliveries(
            to: number,
            DeliveryAttempt(
                time: time, outcome: .error("the endpoint was removed before the webhook was taken"), duration: .zero))
    }
}

extension WebhookEndpoint {
    fileprivate init(_ row: StorageRow) throws(SandboxStoreError) {
        self.init(
            number: try row.integer("id"), url: try row.text("url"),
            isForAllTenants: try row.optionalText("tenant") == nil, isConfigured: try row.flag("is_configured"),
            hasToken: try row.optionalText("token") != nil)
    }
}
