import ToqueEncoding

extension ControlAPI {
    /// Webhook endpoints and deliveries.
    var webhookEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint("GET", "webhooks", "List the tenant's webhooks") { request in
                let endpoints = try await request.read { try $0.webhookEndpoints() }
                return .json(["webhooks": .array(endpoints.map(\.json))])
            },
            ControlEndpoint("POST", "webhooks", "Add a webhook", handler: addWebhook),
            ControlEndpoint("DELETE", "webhooks/{id}", "Remove a webhook") { request in
                try await request.write { try $0.removeWebhookEndpoint(request.parameter("id")) }
                return .noContent
            },
            ControlEndpoint(
                "GET", "deliveries", "List webhook deliveries with their attempts",
                query: ["after", "before", "limit", "depth", "object", "state"], handler: listDeliveries),
            ControlEndpoint("GET", "deliveries/{id}", "Show a webhook delivery") { request in
                guard let delivery = try await request.read({ try $0.delivery(request.parameter("id")) }) else {
                    throw SandboxError.notFound("There is no delivery with this id.", field: "id")
                }
                return .json(delivery.json)
            },
            ControlEndpoint("POST", "deliveries/{id}/replay", "Repeat a webhook delivery") { request in
                let delivery = try await request.write { try $0.replayDelivery(request.parameter("id")) }
                return .json(delivery.json, status: 201)
            },
        ]
    }

    @Sendable private func addWebhook(_ request: SandboxRequest) async throws -> SandboxResponse {
        let (url, token, allTenants) = try request.decode(members: ["url", "token", "all_tenants"]) {
            body throws(JSONMemberError) in
            (
                try body.member("url").string(), try body.optional("token")?.string(),
                try body.optional("all_tenants")?.bool() ?? false
            )
        }
        let endpoint = try await request.write {
            try $0.addWebhookEndpoint(url: url, token: token, allTenants: allTenants)
        }
        return .json(endpoint.json, status: 201)
    }

    @Sendable private func listDeliveries(_ request: SandboxRequest) async throws -> SandboxResponse {
        let after = try request.after()
        let limit = try request.limit()
        let object = request.query("object")
        let state = try request.query("state").map { text throws(SandboxError) in
            guard let state = DeliveryState(rawValue: text) else {
                let known = DeliveryState.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalid("state", "Expected one of \(known).")
            }
            return state
        }
        if let before = try request.integer("before", in: 0...Int64.max) {
            try request.checkBefore()
            let depth = try request.depth()
            let found = try await request.read {
                try $0.newestDeliveries(before: before, object: object, state: state, limit: limit, depth: depth)
            }
            if found.entries.isEmpty { try await request.requireObject(object) }
            return .json([
                "deliveries": .array(found.entries.map(\.json)), "next": found.next.map { .int($0) } ?? .null,
            ])
        }
        try request.checkAfter()
        let deliveries = try await request.read {
            try $0.deliveries(after: after, limit: limit, object: object, state: state)
        }
        if deliveries.isEmpty { try await request.requireObject(object) }
        return .json([
            "deliveries": .array(deliveries.map(\.json)), "next": .int(deliveries.last?.cursor ?? after),
        ])
    }
}
