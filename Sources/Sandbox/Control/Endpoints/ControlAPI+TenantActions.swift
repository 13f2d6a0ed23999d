import ToqueEncoding

extension ControlAPI {
    /// The provider's actions on a tenant: one endpoint each, such as `apps/add`.
    var tenantActionEndpoints: [ControlEndpoint] {
        engine.provider.tenantActions.map { action in
            ControlEndpoint(
                "POST", action.name.replacing(" ", with: "/"),
                action.summary.hasSuffix(".") ? String(action.summary.dropLast()) : action.summary
            ) { try await perform(action, $0) }
        }
    }

    private func perform(_ action: ControlVerb, _ request: SandboxRequest) async throws -> SandboxResponse {
        let names = (action.parameters + [action.operand].compactMap { $0 }).map(\.name)
        let parameters = try request.decode(members: nil) { (body) throws(JSONMemberError) in
            try body.expectNoMembers(besides: Set(names))
            if let operand = action.operand { _ = try body.member(operand.name, expected: "a string").string() }
            return try body.object()
        }
        let provider = engine.provider
        return .json(
            try await request.write {
                try provider.perform(tenantAction: action.name, parameters: parameters, $0)
            })
    }
}
