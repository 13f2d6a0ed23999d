import ToqueEncoding

extension ControlAPI {
    /// Actions of the account holder, the bank and the regulator.
    var objectEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint(
                "POST", "objects/{id}/{action}",
                "Perform one of \(engine.provider.actions.list) on an object", handler: perform),
            ControlEndpoint(
                "POST", "trigger", "Make an object with the history that ends in an event", handler: trigger),
        ]
    }

    @Sendable private func perform(_ request: SandboxRequest) async throws -> SandboxResponse {
        let provider = engine.provider
        let action = request.parameter("action")
        guard let verb = provider.actions.first(where: { $0.name == action }) else {
            throw SandboxError.notFound(
                "There is no such action; there are \(provider.actions.list).", field: "action")
        }
        let parameters = try request.decode(members: nil) { (body) throws(JSONMemberError) in try body.object() }
        try verb.check(parameters)
        try await provider.prepareToPerform(engine)
        return .json(
            try await request.write { transaction in
                try provider.perform(
                    action, on: request.parameter("id"), parameters: parameters, publicURL: request.publicURL,
                    transaction)
            })
    }

    @Sendable private func trigger(_ request: SandboxRequest) async throws -> SandboxResponse {
        let provider = engine.provider
        let (event, body) = try request.decode(members: nil) { body throws(JSONMemberError) in
            (try body.member("event").string(), try body.object())
        }
        guard let verb = provider.triggers.first(where: { $0.name == event }) else {
            throw SandboxError.invalid("event", "There is no such event; there are \(provider.triggers.list).")
        }
        var parameters = body
        parameters["event"] = nil
        try verb.check(parameters)
        let object = try await request.write { [parameters] transaction in
            try provider.trigger(event, parameters: parameters, publicURL: request.publicURL, transaction)
        }
        return .json(["event": .string(event), "object": object])
    }
}
