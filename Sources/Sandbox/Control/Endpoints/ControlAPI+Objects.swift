import ToqueEncoding

extension ControlAPI {
    /// Objects, and actions on them.
    var objectEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint("GET", "summary", "Count objects by kind, status and reason, and pending deliveries") {
                request in
                let (counts, pending) = try await request.read { (try $0.objectCounts(), try $0.pendingDeliveries()) }
                return .json(["objects": .array(counts.map(\.json)), "pending_deliveries": .int(pending)])
            },
            ControlEndpoint(
                "GET", "objects", "List the objects that changed last, newest first, or search for some",
                query: ["before", "limit", "kind", "status", "reason", "search"], handler: listObjects),
            ControlEndpoint(
                "GET", "objects/{id}", "Show an object with its status and its timers", handler: showObject),
            ControlEndpoint(
                "GET", "timers", "List the pending timers, the next first", query: ["limit", "object"]
            ) { request in
                let (object, limit) = (request.query("object"), try request.limit())
                let timers = try await request.read { try $0.timers(of: object, limit: limit) }
                if timers.isEmpty { try await request.requireObject(object) }
                return .json(["timers": .array(timers.map(\.json))])
            },
            ControlEndpoint(
                "POST", "objects/{id}/{action}",
                "Perform one of \(engine.provider.actions.list) on an object", handler: perform),
            ControlEndpoint(
                "POST", "trigger", "Make an object with the history that ends in an event", handler: trigger),
        ]
    }

    @Sendable private func listObjects(_ request: SandboxRequest) async throws -> SandboxResponse {
        let (before, limit) = (try request.integer("before", in: 0...Int64.max) ?? .max, try request.limit())
        let (kind, status, reason) = (request.query("kind"), request.query("status"), request.query("reason"))
        let search = request.query("search")
        let objects = try await request.read { transaction in
            if let search { return try transaction.objectStatuses(matching: search, limit: limit) }
            return try transaction.objectStatuses(before: before, limit: limit) { group in
                (kind ?? group.kind) == group.kind && (status ?? group.status) == group.status
                    && (reason ?? group.reason) == group.reason
            }
        }
        let next = search == nil && objects.count == limit ? objects.last?.cursor : nil
        return .json(["objects": .array(objects.map(\.json)), "next": next.map { .int($0) } ?? .null])
    }

    @Sendable private func showObject(_ request: SandboxRequest) async throws -> SandboxResponse {
        let id = request.parameter("id")
        let names = MessageSecrets.common.adding(engine.secretNames).answers
        return .json(
            try await request.read { transaction in
                guard let (kind, body) = try transaction.anyObject(id) else {
                    throw SandboxError.notFound("There is no object with this id.", field: "id")
                }
                let status = try transaction.objectStatus(id)
                let text = body.utf8
                let masked = JSONMask(names: names) { $0 }.masked(text, limit: 2 * text.count + 64).text
                return [
                    "kind": .string(kind), "id": .string(id), "status": .text(status?.status),
                    "reason": .text(status?.reason), "time": .text(status?.time.description),
                    "scenario": .text(try transaction.scenario(of: id)),
                    "timers": .array(try transaction.timers(of: id, limit: 100).map(\.json)),
                    "body": try JSON(parsing: masked, limits: .init(size: masked.count)),
                ]
            })
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
