import ToqueEncoding

/// A URL that a tenant's webhooks are sent to.
public struct WebhookEndpoint: Sendable, Hashable {
    let number: Int64
    public let url: String
    /// Whether it hears of every tenant.
    public let isForAllTenants: Bool
    /// Whether the sandbox was started with it: such a one is there as long as the next start names it too.
    public let isConfigured: Bool
    /// Whether its requests carry `Authorization: Bearer`. The token itself is never shown again.
    public let hasToken: Bool

    public var id: String { String(number) }

    public var json: JSON {
        [
            "id": .string(id), "url": .string(url), "all_tenants": .bool(isForAllTenants),
            "configured": .bool(isConfigured), "has_token": .bool(hasToken),
        ]
    }
}
