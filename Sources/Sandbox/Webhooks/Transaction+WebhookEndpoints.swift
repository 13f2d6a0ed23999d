import ToqueEncoding

extension ReadTransaction {
    /// This tenant's webhook endpoints, oldest first.
    public func webhookEndpoints() throws -> [WebhookEndpoint] { try session.webhookEndpoints(of: tenant) }
}

extension Transaction {
    /// Adds an endpoint, for future events.
    /// - Parameters:
    ///   - url: https, or http on the loopback interface.
    ///   - token: sent as `Authorization: Bearer`. It is stored in plain text, because it has to be sent, and never
    ///     shown again.
    ///   - allTenants: true for events of every tenant, false for this one alone.
    /// - Throws: `SandboxError` 400 for the field `url` or `token`, and for too many endpoints.
    public func addWebhookEndpoint(url: String, token: String?, allTenants: Bool) throws -> WebhookEndpoint {
        if let problem = WebhookURL.problem(url) { throw SandboxError.invalid("url", problem) }
        if let token, let problem = WebhookEndpoint.problem(ofToken: token) {
            throw SandboxError.invalid("token", problem)
        }
        guard try webhookEndpoints().count < DeliveryLimits.maximumEndpoints else {
            throw SandboxError.invalid(
                "url", "There are \(DeliveryLimits.maximumEndpoints) endpoints already; remove one.")
        }
        let number = try session.addWebhookEndpoint(
            url: url, token: token, isConfigured: false, of: allTenants ? nil : tenant)
        return WebhookEndpoint(
            number: number, url: url, isForAllTenants: allTenants, isConfigured: false,
            hasToken: token != nil)
    }

    /// Removes one of this tenant's endpoints, or one for all tenants. Its pending deliveries have failed.
    /// - Throws: `SandboxError` 404 if no endpoint has this id.
    public func removeWebhookEndpoint(_ id: String) throws {
        guard let endpoint = try webhookEndpoints().first(where: { $0.id == id }) else {
            throw SandboxError.notFound("There is no webhook endpoint with this id.")
        }
        try session.removeWebhookEndpoint(endpoint.number, at: now)
    }
}
