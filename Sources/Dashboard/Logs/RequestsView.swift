import Pages
import Sandbox
import ToqueEncoding

/// The journal, newest request first.
struct RequestsView: View {
    let path = "requests"
    let section = ViewSection.requests

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let engine = request.request.engine
        let query = try RequestQuery(request.request)
        let list = RequestRuns(
            engine.journal, tenant: request.tenant, before: query.before, limit: LiveLog.rows,
            where: try query.filter(engine.provider))
        var values: [String: Any] = [
            "rows": list.runs.map { Self.row($0, request) }, "filter": query.values, "filtered": !query.isEmpty,
            "action": request.link(path),
            "command": request.command(["logs", "--follow"]),
        ]
        values.merge(
            LiveLog.links(
                request, path, query.parameters, before: query.before, next: list.next,
                last: list.runs.first?.entry.cursor ?? 0)
        ) { $1 }
        if list.runs.isEmpty {
            values["empty"] = true
            values["first"] = "curl \(engine.provider.guide.curl(request.request.publicURL, "ID:SECRET"))"
        }
        return ViewPage(.requests, title: request.texts[.dashboardRequests], values, modules: [.live])
    }

    func stream(_ request: ViewRequest) throws -> SandboxResponse? {
        let journal = request.request.engine.journal
        let tenant = request.tenant
        let filter = try RequestQuery(request.request).filter(request.request.engine.provider)
        let after = try request.request.lastCursor()
        let runs = LiveRuns(journal, tenant: tenant, after: after, where: filter)
        return LiveLog.response(request, .requestRows, after: after, changes: journal.follow(tenant: tenant)) {
            let page = journal.page(tenant: tenant, after: $0, limit: 1000, where: filter)
            let changed = runs.take(page.entries)
            guard !changed.isEmpty else { return (nil, page.next) }
            let rows = changed.suffix(LiveLog.maximumRows).reversed().map { Self.row($0, request) }
            return (
                LiveLog.Update(rows: rows, count: page.entries.count, replaces: changed.count > rows.count), page.next
            )
        }
    }

    private static func row(_ run: RequestRun, _ request: ViewRequest) -> [String: Any] {
        let entry = run.entry
        var row: [String: Any] = [
            "run": "\(run.first)", "url": request.link("requests/\(entry.cursor)"),
            "time": request.shown.time(entry.time),
            "status": "\(entry.status)", "tone": Shown.tone(ofStatus: entry.status), "method": entry.method,
            "path": entry.path + (entry.query.isEmpty ? "" : "?\(entry.query)"),
            "duration": request.shown.milliseconds(Int(entry.duration.microseconds)),
        ]
        if run.count > 1 { row["count"] = request.shown.count(run.count) }
        row["error"] = entry.errorCode
        return row
    }
}

extension ViewRequest {
    /// The tenant as a hidden field of a form that is sent by GET.
    var tenantValues: [String: Any]? { tenantQuery.first.map { ["value": $0.value] } }
}
