import ToqueEncoding

extension ControlAPI {
    /// The logs: events, requests and ceremonies.
    var logEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint(
                "GET", "events", "List events; also as text/event-stream",
                query: ["after", "limit", "type", "object"], handler: events),
            ControlEndpoint(
                "GET", "requests", "List the last requests with their answers; also as text/event-stream",
                query: ["after", "limit"] + Self.requestFilters, handler: requests),
            ControlEndpoint(
                "GET", "requests/count", "Count requests", query: Self.requestFilters
            ) { request in
                let (count, isComplete) = engine.journal.count(tenant: request.tenant, where: try filter(request))
                return .json(["count": .int(count), "complete": .bool(isComplete)])
            },
            ControlEndpoint(
                "GET", "ceremonies", "List registrations and authentications with their verdicts",
                query: ["after", "before", "limit", "object"], handler: listCeremonies),
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

    private func stream(
        _ request: SandboxRequest, changes: AsyncStream<Void>,
        read: @escaping @Sendable (Int64) async throws -> (entries: [ServerSentEvents.Entry], next: Int64)
    ) throws -> SandboxResponse {
        ServerSentEvents(after: try request.lastCursor(), changes: changes, keepAlive: keepAlive, read: read).response
    }

    // MARK: Requests

    private static let requestFilters = ["method", "path", "status"]

    private func filter(_ request: SandboxRequest) throws(SandboxError) -> JournalFilter {
        JournalFilter(
            method: request.query("method"), path: request.query("path"),
            status: try request.integer("status", in: 100...599), prefixes: engine.provider.prefixes)
    }

    @Sendable private func requests(_ request: SandboxRequest) async throws -> SandboxResponse {
        let limit = try request.limit()
        let filter = try filter(request)
        let read = { @Sendable [journal = engine.journal] (cursor: Int64) in
            journal.page(tenant: request.tenant, after: cursor, limit: limit, where: filter)
        }
        if request.wantsEventStream {
            return try stream(request, changes: engine.journal.follow(tenant: request.tenant)) { cursor in
                let page = read(cursor)
                return (page.entries.map { .init(cursor: $0.cursor, name: "request", data: $0.json) }, page.next)
            }
        }
        let page = read(try request.after())
        return .json([
            "requests": .array(page.entries.map(\.json)), "next": .int(page.next), "dropped": .int(page.dropped),
        ])
    }

    // MARK: Ceremonies

    @Sendable private func listCeremonies(_ request: SandboxRequest) async throws -> SandboxResponse {
        let after = try request.after()
        let before = try request.integer("before", in: 0...Int64.max)
        if before != nil, request.query("after") != nil {
            throw SandboxError.invalid("before", "A list begins after a cursor or before one, not both.")
        }
        let limit = try request.limit()
        let object = request.query("object")
        let entries = try await request.read {
            try $0.ceremonies(after: after, before: before, object: object, limit: limit)
        }
        if entries.isEmpty { try await request.requireObject(object) }
        return .json([
            "ceremonies": .array(entries.map(\.json)), "next": .int(entries.last?.cursor ?? before ?? after),
        ])
    }
}
