import ToqueEncoding

extension ControlAPI {
    /// A tenant as a whole.
    var tenantEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint("POST", "reset", "Gives the tenant what it began with, and nothing else", handler: reset),
            ControlEndpoint("GET", "state", "All that the tenant has, as a state file") { request in
                .json(try await request.read { try TenantState.json(of: $0, provider: engine.provider) })
            },
            ControlEndpoint(
                "PUT", "state", "Puts a state file in the place of all that the tenant has",
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
