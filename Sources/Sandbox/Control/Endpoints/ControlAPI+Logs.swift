import ToqueEncoding

extension ControlAPI {
    /// The logs of objects: events and ceremonies.
    var logEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint(
                "GET", "events", "List events; also as text/event-stream",
                query: ["after", "before", "limit", "depth", "kind", "type", "object"], handler: events),
            ControlEndpoint(
                "GET", "ceremonies", "List registrations and authentications with their verdicts",
                query: ["after", "before", "limit", "object", "documents"], handler: listCeremonies),
            ControlEndpoint("GET", "ceremonies/{id}", "Show a ceremony with all its bytes") { request in
                let found = try await request.read { transaction in
                    try transaction.ceremony(request.parameter("id")).map { entry in
                        (entry, try engine.provider.request(handingOver: entry.ceremony, transaction))
                    }
                }
                guard let (entry, handover) = found else {
                    throw SandboxError.notFound("There is no ceremony with this id.")
                }
                return .json(entry.json(handover))
            },
        ]
    }

    // MARK: Events

    @Sendable private func events(_ request: SandboxRequest) async throws -> SandboxResponse {
        let limit = try request.limit()
        let type = request.query("type")
        let object = request.query("object")
        if let before = try request.integer("before", in: 0...Int64.max) {
            return try await newestEvents(request, before: before, limit: limit)
        }
        try request.checkAfter("kind")
        let read = { @Sendable (cursor: Int64) in
            try await request.read { transaction in
                let events = try transaction.events(after: cursor, type: type, object: object, limit: limit)
                // Entries that do not match are not read again.
                let end = events.count < limit ? try transaction.lastEventCursor() : events.last?.cursor ?? cursor
                return (events: events, next: max(cursor, end))
            }
        }
        if request.wantsEventStream {
            try await request.requireObject(object)
            return try stream(request, changes: engine.store.events.subscribe()) { cursor in
                let page = try await read(cursor)
                return (page.events.map { .init(cursor: $0.cursor, name: $0.type, data: $0.json) }, page.next)
            }
        }
        let page = try await read(try request.after())
        if page.events.isEmpty { try await request.requireObject(object) }
        return .json(["events": .array(page.events.map(\.json)), "next": .int(page.next)])
    }

    private func newestEvents(_ request: SandboxRequest, before: Int64, limit: Int) async throws -> SandboxResponse {
        try request.checkBefore()
        let (object, depth) = (request.query("object"), try request.depth())
        let (found, last) = try await request.read { transaction in
            (
                try transaction.newestEvents(
                    before: before, kind: request.query("kind"), type: request.query("type"), object: object,
                    limit: limit, depth: depth),
                try transaction.lastEventCursor()
            )
        }
        if found.entries.isEmpty { try await request.requireObject(object) }
        return .json([
            "events": .array(found.entries.map(\.json)), "next": found.next.map { .int($0) } ?? .null,
            "last": .int(last),
        ])
    }

    func stream(
        _ request: SandboxRequest, changes: AsyncStream<Void>,
        read: @escaping @Sendable (Int64) async throws -> (entries: [ServerSentEvents.Entry], next: Int64)
    ) throws -> SandboxResponse {
        ServerSentEvents(after: try request.lastCursor(), changes: changes, keepAlive: keepAlive, read: read).response
    }

    // MARK: Ceremonies

    @Sendable private func listCeremonies(_ request: SandboxRequest) async throws -> SandboxResponse {
        let after = try request.after()
        let before = try request.integer("before", in: 0...Int64.max)
        if before != nil { try request.checkBefore() }
        let (limit, hasDocuments) = (try request.limit(), try request.flag("documents"))
        let object = request.query("object")
        let entries = try await request.read {
            try $0.ceremonies(after: after, before: before, object: object, limit: limit)
        }
        if entries.isEmpty { try await request.requireObject(object) }
        return .json([
            "ceremonies": .array(entries.map { hasDocuments ? $0.json(nil) : $0.summary }),
            "next": .int(entries.last?.cursor ?? before ?? after),
        ])
    }
}
