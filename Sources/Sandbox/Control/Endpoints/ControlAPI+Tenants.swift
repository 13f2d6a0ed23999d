import ToqueEncoding

extension ControlAPI {
    /// A tenant as a whole.
    var tenantEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint("POST", "reset", "Reset the tenant to its first state", handler: reset),
            ControlEndpoint("GET", "state", "Show the tenant's state, as a state file") { request in
                .json(try await request.read { try TenantState.json(of: $0, provider: engine.provider) })
            },
            ControlEndpoint(
                "PUT", "state", "Replace the tenant's state with a state file",
                bodyLimit: TenantState.sizeLimit, handler: load),
        ]
    }

    @Sendable private func reset(_ request: SandboxRequest) async throws -> SandboxResponse {
        try request.decode(members: []) { _ in }
        try await tenantLock.withLock(request.tenant) { try await engine.reset(request.tenant) }
        return .noContent
    }

    @Sendable private func load(_ request: SandboxRequest) async throws -> SandboxResponse {
        let state = try request.decode(members: nil) { file throws(JSONMemberError) in
            try TenantState(reading: file, provider: engine.provider)
        }
        try await tenantLock.withLock(request.tenant) { try await engine.load(state, into: request.tenant) }
        return .noContent
    }
}
