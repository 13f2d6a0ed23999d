import ToqueEncoding

/// A URL that receives a tenant's webhooks.
public struct WebhookEndpoint: Sendable, Hashable {
    let number: Int64
    public let url: String
    /// True if it receives every tenant's webhooks.
    public let isForAllTenants: Bool
    /// True if the sandbox was started with it. The next start removes it unless named again.
    public let isConfigured: Bool
    /// True if its requests carry `Authorization: Bearer`. The token itself is never shown again.
    public let hasToken: Bool

    public var id: String { String(number) }

    public var json: JSON {
        [
            "id": .string(id), "url": .string(url), "all_tenants": .bool(isForAllTenants),
            "configured": .bool(isConfigured), "has_token": .bool(hasToken),
        ]
    }
}

/// A valid URL of a webhook receiver: an `EndpointURL`.
enum WebhookURL {
    /// Returns the problem with the URL and the expected form; nil if it is usable.
    static func problem(_ url: String) -> String? {
        switch EndpointURL.problem(of: url) {
        case nil: nil
        case .fragment: "A fragment is never sent; leave out what begins with #."
        case .userInformation: "Expected no user information; give the receiver's secret as the token."
        case let problem?: "Expected \(problem.expectation)."
        }
    }
}
