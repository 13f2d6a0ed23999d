import ToqueEncoding

extension ControlAPI {
    /// The server itself. All but the index are for everybody, for what watches over it and for who reads about it.
    var serverEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint("GET", "", "This list") { .json(index(of: $0.tenant)) },
            ControlEndpoint(
                "GET", "health", "200 when requests are served and what they make is kept, else 503", isOpen: true,
                handler: health),
            ControlEndpoint("GET", "metrics", "Metrics in Prometheus' text format", isOpen: true) { _ in
                .content(Metrics.contentType, Array(engine.metrics.text().utf8))
            },
            ControlEndpoint("GET", "openapi.json", "The OpenAPI document of the provider's API", isOpen: true) {
                .json(engine.provider.openAPI(publicURL: $0.publicURL))
            },
        ]
    }

    @Sendable private func health(_ request: SandboxRequest) async throws -> SandboxResponse {
        let state = engine.readiness.state
        guard state == .ready else { return .json(["status": .string(state.rawValue)], status: 503) }
        guard let fault = await engine.store.fault() else { return .json(["status": .string(state.rawValue)]) }
        return .json(["status": "failing", "reason": .string(fault)], status: 503)
    }

    private func index(of tenant: String) -> JSON {
        let provider = engine.provider
        return [
            "provider": .string(provider.name), "tenant": .string(tenant),
            "actions": .array(provider.actions.map(\.json)), "triggers": .array(provider.triggers.map(\.json)),
            "object_lines": .array(provider.guide.objectLines.map { .array($0.map(JSON.string)) }),
            "webhook_members": provider.guide.webhook.json,
            "endpoints": .array(
                endpoints.map { endpoint in
                    [
                        "method": .string(endpoint.route.method), "path": .string(endpoint.route.pattern),
                        "summary": .string(endpoint.summary), "query": .array(endpoint.query.map(JSON.string)),
                    ]
                }),
        ]
    }
}
