import ToqueEncoding

extension ControlAPI {
    /// The journal.
    var requestEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint(
                "GET", "requests", "List the last requests with their answers; also as text/event-stream",
                query: ["after", "before", "limit", "depth", "fold", "short"] + Self.filters, handler: requests),
            ControlEndpoint("GET", "requests/count", "Count requests", query: Self.filters) { request in
                let (count, isComplete) = try await engine.journal.count(
                    tenant: request.tenant, where: try filter(request))
                return .json(["count": .int(count), "complete": .bool(isComplete)])
            },
            ControlEndpoint(
                "GET", "requests/{id}", "Show a request, by its cursor or its id, with its neighbors", handler: show),
        ]
    }

    private static let filters = ["method", "path", "status", "object", "text"]

    private func filter(_ request: SandboxRequest) throws(SandboxError) -> JournalFilter {
        JournalFilter(
            method: request.query("method"), path: request.query("path"), statuses: try statuses(request),
            object: request.query("object"), text: request.query("text"), prefixes: engine.provider.prefixes)
    }

    /// Classes of statuses: `4xx`.
    private static let classes = (1...5).map { "\($0)xx" }

    private func statuses(_ request: SandboxRequest) throws(SandboxError) -> ClosedRange<Int>? {
        guard let status = request.query("status") else { return nil }
        if let index = Self.classes.firstIndex(of: status) { return (index + 1) * 100...(index + 1) * 100 + 99 }
        guard let code = Int(status), (100...599).contains(code) else {
            throw .invalid("status", "Expected a status from 100 to 599, such as 404, or a class, such as 4xx.")
        }
        return code...code
    }

    @Sendable private func requests(_ request: SandboxRequest) async throws -> SandboxResponse {
        let (limit, filter, isShort) = (try request.limit(), try filter(request), try request.flag("short"))
        if let before = try request.integer("before", in: 0...Int64.max) {
            return try await newest(request, before: before, limit: limit, filter, isShort: isShort)
        }
        try request.checkAfter("fold")
        let read = { @Sendable [journal = engine.journal] (cursor: Int64) in
            try await journal.page(tenant: request.tenant, after: cursor, limit: limit, where: filter)
        }
        if request.wantsEventStream {
            return try stream(request, changes: engine.journal.follow(tenant: request.tenant)) { cursor in
                let page = try await read(cursor)
                let entries = page.entries.map {
                    ServerSentEvents.Entry(cursor: $0.cursor, name: "request", data: $0.json(isShort: isShort))
                }
                return (entries, page.next)
            }
        }
        let page = try await read(request.after())
        return .json([
            "requests": .array(page.entries.map { $0.json(isShort: isShort) }), "next": .int(page.next),
            "dropped": .int(page.dropped),
        ])
    }

    private func newest(
        _ request: SandboxRequest, before: Int64, limit: Int, _ filter: JournalFilter, isShort: Bool
    ) async throws -> SandboxResponse {
        try request.checkBefore(takesAfter: true)
        let range = JournalSearch.Range(
            after: try request.after(), before: before, limit: limit,
            depth: try request.depth(), foldsPolls: try request.flag("fold"))
        let search = try await JournalSearch(engine.journal, tenant: request.tenant, range, where: filter)
        let entries = search.runs.map { run -> JSON in
            var members = run.entry.json(isShort: isShort).objectValue ?? [:]
            if range.foldsPolls {
                members["count"] = .int(run.count)
                members["first"] = .int(run.first)
            }
            return .object(members)
        }
        return .json([
            "requests": .array(entries), "next": search.next.map { .int($0) } ?? .null, "last": .int(search.last),
        ])
    }

    @Sendable private func show(_ request: SandboxRequest) async throws -> SandboxResponse {
        let journal = engine.journal
        guard let entry = try await journal.entry(request.parameter("id"), tenant: request.tenant) else {
            throw SandboxError.notFound("There is no request with this cursor or id, or no longer.", field: "id")
        }
        let newer = try await journal.page(
            tenant: request.tenant, after: entry.cursor, limit: 1, where: JournalFilter()
        ).entries.first
        let older = try await journal.newest(
            tenant: request.tenant, after: 0, before: entry.cursor, limit: 1
        ).first
        var members = entry.json(hasTexts: true).objectValue ?? [:]
        members["newer"] = newer.map { .int($0.cursor) } ?? .null
        members["older"] = older.map { .int($0.cursor) } ?? .null
        return .json(.object(members))
    }
}
