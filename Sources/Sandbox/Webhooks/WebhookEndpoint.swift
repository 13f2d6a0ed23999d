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

/// What may be the URL of a webhook's receiver: an `EndpointURL`.
enum WebhookURL {
    /// What is wrong with the URL and what would be right; nil for one that may be used.
    static func problem(_ url: String) -> String? {
        switch EndpointURL.problem(of: url) {
        case nil: nil
        case .fragment: "A fragment is never sent; leave out what begins with #."
        case .userInformation: "Expected no user information; give the receiver's secret as the token."
        case let problem?: "Expected \(problem.expectation)."
        }
    }
}
