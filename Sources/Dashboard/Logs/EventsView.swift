import Pages
import Sandbox
import ToqueEncoding

/// The events of objects, newest first.
struct EventsView: View {
    let path = "events"
    let section = ViewSection.events

    /// The filter, as the form and the links say it.
    private struct Query {
        let (kind, type, object): (String?, String?, String?)
        let before: Int64

        init(_ request: ViewRequest) throws(SandboxError) {
            (kind, type, object) = (request.query("kind"), request.query("type"), request.query("object"))
            before = try request.request.integer("before", in: 0...Int64.max) ?? .max
        }

        var parameters: [(name: String, value: String)] {
            [("kind", kind), ("type", type), ("object", object)].compactMap { name, value in value.map { (name, $0) } }
        }
    }

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let query = try Query(request)
        let (list, last) = try await request.request.read { transaction in
            (
                try transaction.newestEvents(
                    before: query.before, kind: query.kind, type: query.type, object: query.object, limit: LiveLog.rows),
                try transaction.lastEventCursor()
            )
        }
        var filter: [String: Any] = ["kinds": SelectOptions.list(kinds(request, query.kind), chosen: query.kind)]
        filter["type"] = query.type
        filter["object"] = query.object
        var values: [String: Any] = [
            "rows": list.entries.map { Self.row($0, request) }, "filter": filter, "filtered": !query.parameters.isEmpty,
            "action": request.link(path), "empty": list.entries.isEmpty,
            "command": request.command(
                ["sandbox", "events", "--follow"] + (query.object.map { ["--object", $0] } ?? [])),
        ]
        values["searching"] = list.next != nil && list.entries.count < LiveLog.rows
        values.merge(
            LiveLog.links(request, path, query.parameters, before: query.before, next: list.next, last: last)
        ) { $1 }
        return ViewPage(.events, title: request.texts[.dashboardEvents], values, modules: [.live])
    }

    func stream(_ request: ViewRequest) async throws -> SandboxResponse? {
        let query = try Query(request)
        let last = try await request.request.read { try $0.lastEventCursor() }
        // A cursor that is not there yet is of another database: a sandbox that keeps nothing was started again.
        let cursor = try request.request.lastCursor()
        let after = cursor > last ? 0 : cursor
        return LiveLog.response(
            request, .eventRows, after: after, changes: request.request.engine.store.events.subscribe()
        ) {
            cursor in
            let (list, last) = try await request.request.read { transaction in
                (
                    try transaction.newestEvents(
                        kind: query.kind, type: query.type, object: query.object, limit: LiveLog.maximumRows,
                        depth: 1_000),
                    try transaction.lastEventCursor()
                )
            }
            let events = list.entries.prefix { $0.cursor > cursor }
            guard !events.isEmpty else { return (nil, max(cursor, last)) }
            let rows = events.map { Self.row($0, request) }
            return (
                LiveLog.Update(rows: rows, count: rows.count, replaces: rows.count == LiveLog.maximumRows),
                max(last, events[0].cursor)
            )
        }
    }

    /// The kinds of objects that have events. One from a link stays a choice.
    private func kinds(_ request: ViewRequest, _ chosen: String?) -> [String] {
        let provider = request.request.engine.provider
        let known = Set(provider.scenarios.flatMap(\.appliesTo) + provider.actions.flatMap { $0.objects ?? [] })
        return known.union(chosen.map { [$0] } ?? []).sorted()
    }

    private static func row(_ event: SandboxEvent, _ request: ViewRequest) -> [String: Any] {
        var row: [String: Any] = [
            "run": "\(event.cursor)", "time": request.shown.time(event.time), "type": event.type, "kind": event.kind,
            "object": event.object, "url": request.link(toObject: event.object),
        ]
        // Not `from`: the frame has one, which rows without it would show.
        row["old"] = event.data["from"]?.stringValue
        row["new"] = event.data["to"]?.stringValue
        row["reason"] = event.data["reason"]?.stringValue
        row["scenario"] = event.data["scenario"]?["name"]?.stringValue
        return row
    }
}
