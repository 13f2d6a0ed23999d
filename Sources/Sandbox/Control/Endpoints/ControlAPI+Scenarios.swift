import ToqueEncoding

extension ControlAPI {
    /// Scenarios.
    var scenarioEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint("GET", "scenarios", "List the scenarios, the default, and the values that select them") {
                request in
                let chosen = try await request.read { try $0.defaultScenario() } ?? engine.configuration.scenario
                return .json([
                    "default": .text(chosen),
                    "scenarios": .array(engine.provider.scenarios.map(\.json)),
                    "magic": .array(
                        engine.provider.magicValues.map {
                            ["value": .string($0.value), "scenario": .string($0.scenario)]
                        }),
                ])
            },
            ControlEndpoint(
                "PUT", "scenario", "Set the default scenario, or an object's", handler: setScenario),
            ControlEndpoint(
                "DELETE", "scenario", "Clear the default scenario, or an object's", query: ["object"]
            ) { request in
                let object = request.query("object")
                let provider = engine.provider
                let kinds = Set(provider.scenarios.flatMap(\.appliesTo))
                try await request.write { transaction in
                    guard let object else { return try transaction.setDefaultScenario(nil) }
                    guard try kinds.contains(where: { try transaction.object(kind: $0, id: object) != nil }) else {
                        throw SandboxError.notFound(
                            "There is no \(kinds.sorted().joined(separator: " or ")) with this id.", field: "object")
                    }
                    try transaction.setScenario(nil, of: object)
                    try provider.scenarioChanged(of: object, transaction)
                }
                return .noContent
            },
        ]
    }

    @Sendable private func setScenario(_ request: SandboxRequest) async throws -> SandboxResponse {
        let (name, object) = try request.decode(members: ["scenario", "object"]) { reader throws(JSONMemberError) in
            (try reader.member("scenario").string(), try reader.optional("object")?.string())
        }
        guard let scenario = engine.scenario(name) else {
            throw SandboxError.invalid("scenario", engine.provider.scenarios.refusal(of: name))
        }
        try await request.write { [provider = engine.provider] transaction in
            guard let object else { return try transaction.setDefaultScenario(name) }
            guard try scenario.appliesTo.contains(where: { try transaction.object(kind: $0, id: object) != nil }) else {
                throw SandboxError.notFound(
                    "The scenario is for objects of the kind \(scenario.appliesTo.joined(separator: " or ")); "
                        + "there is none with this id.",
                    field: "object")
            }
            try transaction.setScenario(name, of: object)
            try provider.scenarioChanged(of: object, transaction)
        }
        return .json(["scenario": .string(name), "object": .text(object)])
    }
}

extension Scenario {
    fileprivate var json: JSON {
        [
            "name": .string(name), "summary": .string(summary), "applies_to": .array(appliesTo.map(JSON.string)),
            "argument": .text(argument),
        ]
    }
}
