import ToqueEncoding

extension ControlAPI {
    /// The server itself. All except the index are public, for monitoring and documentation.
    var serverEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint("GET", "", "Show this index") { .json(index(of: $0.tenant)) },
            ControlEndpoint(
                "GET", "health", "Answer 200 if requests are served and kept, else 503", isOpen: true,
                handler: health),
            ControlEndpoint("GET", "metrics", "Show metrics in Prometheus' text format", isOpen: true) { _ in
                .content(Metrics.contentType, Array(engine.metrics.text().utf8))
            },
            ControlEndpoint("GET", "openapi.json", "Show the OpenAPI document of the provider's API", isOpen: true) {
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
            "modes": .object(provider.modes.reduce(into: [:]) { $0[$1.name] = .string($1.value) }),
            "actions": .array(provider.actions.map(\.json)), "triggers": .array(provider.triggers.map(\.json)),
            "tenant_actions": .array(provider.tenantActions.map(\.json)),
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
