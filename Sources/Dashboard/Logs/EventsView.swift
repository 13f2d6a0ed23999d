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
        let list = try await EventList(request, query.parameters, before: query.before, limit: LiveLog.rows)
        var filter: [String: Any] = ["kinds": SelectOptions.list(kinds(request, query.kind), chosen: query.kind)]
        filter["type"] = query.type
        filter["object"] = query.object
        var values: [String: Any] = [
            "rows": list.events.map { Self.row($0, request) }, "filter": filter, "filtered": !query.parameters.isEmpty,
            "action": request.link(path), "empty": list.events.isEmpty,
            "command": request.command(
                ["sandbox", "events", "--follow"] + (query.object.map { ["--object", $0] } ?? [])),
        ]
        values["searching"] = list.next != nil && list.events.count < LiveLog.rows
        values.merge(
            LiveLog.links(request, path, query.parameters, before: query.before, next: list.next, last: list.last)
        ) { $1 }
        return ViewPage(.events, title: request.texts[.dashboardEvents], values, modules: [.live])
    }

    func stream(_ request: ViewRequest) async throws -> SandboxResponse? {
        let query = try Query(request)
        let last = try await EventList(request, limit: 1).last
        // A cursor that is not there yet is of another database: a sandbox that keeps nothing was started again.
        let cursor = try request.request.lastCursor()
        let after = cursor > last ? 0 : cursor
        return LiveLog.response(request, .eventRows, after: after, changes: request.newEvents) { cursor in
            let list = try await EventList(request, query.parameters, limit: LiveLog.maximumRows, depth: 1_000)
            let events = list.events.prefix { $0["cursor"]?.intValue ?? 0 > cursor }
            let next = max(cursor, list.last)
            guard !events.isEmpty else { return (nil, next) }
            let rows = events.map { Self.row($0, request) }
            return (LiveLog.Update(rows: rows, count: rows.count, replaces: rows.count == LiveLog.maximumRows), next)
        }
    }

    /// The kinds of objects that have events. One from a link stays a choice.
    private func kinds(_ request: ViewRequest, _ chosen: String?) -> [String] {
        let provider = request.request.engine.provider
        let known = Set(provider.scenarios.flatMap(\.appliesTo) + provider.actions.flatMap { $0.objects ?? [] })
        return known.union(chosen.map { [$0] } ?? []).sorted()
    }

    private static func row(_ event: JSON, _ request: ViewRequest) -> [String: Any] {
        let (object, data) = (event["object"]?.stringValue ?? "", event["data"] ?? .null)
        var row: [String: Any] = [
            "run": "\(event["cursor"]?.intValue ?? 0)", "time": request.shown.time(event["time"]?.stringValue ?? ""),
            "type": event["type"]?.stringValue ?? "", "kind": event["kind"]?.stringValue ?? "", "object": object,
            "url": request.link(toObject: object),
        ]
        // Not `from`: the frame has one, which rows without it would show.
        row["old"] = data["from"]?.stringValue
        row["new"] = data["to"]?.stringValue
        row["reason"] = data["reason"]?.stringValue
        row["scenario"] = data["scenario"]?["name"]?.stringValue
        return row
    }
}

/// The tenant's newest events, as the control API lists them, newest first.
private struct EventList {
    let events: [JSON]
    /// Where the older part begins: before this cursor; nil at the end of the log.
    let next: Int64?
    /// The cursor after which newer events follow.
    let last: Int64

    init(
        _ request: ViewRequest, _ filter: [(name: String, value: String)] = [], before end: Int64 = .max, limit: Int,
        depth: Int? = nil
    ) async throws {
        let range = [(name: "before", value: "\(end)"), (name: "limit", value: "\(limit)")]
        let list = try await request.list(
            "events", of: filter.first { $0.name == "object" }?.value,
            query: filter + range + (depth.map { [(name: "depth", value: "\($0)")] } ?? []))
        events = list["events"]?.arrayValue ?? []
        next = list["next"]?.intValue.map(Int64.init)
        last = list["last"]?.intValue.map(Int64.init) ?? 0
    }
}
