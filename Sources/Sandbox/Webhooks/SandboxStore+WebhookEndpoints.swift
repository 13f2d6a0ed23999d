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
        try await access(.everything) { session in
            var known: Set<String> = []
            for endpoint in try session.configuredWebhookEndpoints() {
                if urls.contains(endpoint.url) {
                    known.insert(endpoint.url)
                } else {
                    try session.removeWebhookEndpoint(endpoint.number, at: now)
                }
            }
            for url in urls where known.insert(url).inserted {
                _ = try session.addWebhookEndpoint(url: url, token: nil, isConfigured: true, of: nil)
            }
            try session.setTokenOfConfiguredWebhookEndpoints(token)
        }
    }

    /// Tenants with pending deliveries, due now or later.
    func tenantsWithDeliveries() async throws -> [String] {
        try await access(.everything, isReading: true) { try $0.tenantsWithDeliveries() }
    }
}

extension WebhookEndpoint {
    /// Returns the problem with a bearer token; nil if it is usable.
    static func problem(ofToken token: String) -> String? {
        // The header value characters that no proxy changes; RFC 6750 section 2.1 has fewer.
        (1...4096).contains(token.utf8.count) && token.utf8.allSatisfy(\.isVisibleASCII)
            ? nil : "Expected 1 to 4096 visible ASCII characters."
    }
}
