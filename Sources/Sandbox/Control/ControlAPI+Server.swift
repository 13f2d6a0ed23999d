import ToqueEncoding

extension ControlAPI {
    /// The server itself. All but the index are for everybody, for what watches over it and for who reads about it.
    var serverEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint("GET", "", "This list") { .json(index(of: $0.tenant)) },
            ControlEndpoint("GET", "health", "200 when requests are served, else 503", isOpen: true) { _ in
                let state = engine.readiness.state
                return .json(["status": .string(state.rawValue)], status: state == .ready ? 200 : 503)
            },
            ControlEndpoint("GET", "metrics", "Metrics in Prometheus' text format", isOpen: true) { _ in
                SandboxResponse(
                    status: 200, headers: [("Content-Type", Metrics.contentType), ("Cache-Control", "no-store")],
                    body: Array(engine.metrics.text().utf8))
            },
            ControlEndpoint("GET", "openapi.json", "The OpenAPI document of the provider's API", isOpen: true) {
                .json(engine.provider.openAPI(publicURL: $0.publicURL))
            },
        ]
    }

    private func index(of tenant: String) -> JSON {
        [
            "provider": .string(engine.provider.name), "tenant": .string(tenant),
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
