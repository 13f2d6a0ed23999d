import Pages
import Sandbox
import ToqueEncoding

/// The journal, newest request first.
struct RequestsView: View {
    let path = "requests"
    let section = ViewSection.requests

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let query = try RequestQuery(request.request)
        let list = try await RequestList(request, query.parameters, before: query.before, limit: LiveLog.rows)
        var values: [String: Any] = [
            "rows": list.runs.map { Self.row($0, request) }, "filter": query.values, "filtered": !query.isEmpty,
            "action": request.link(path),
            "command": request.command(["logs", "--follow"]),
        ]
        values.merge(
            LiveLog.links(
                request, path, query.parameters, before: query.before, next: list.next,
                last: list.last)
        ) { $1 }
        values["searching"] = list.next != nil && list.runs.count < LiveLog.rows
        if list.runs.isEmpty {
            values["empty"] = true
            values["first"] =
                "curl \(request.request.engine.provider.guide.curl(request.request.publicURL, "ID:SECRET"))"
        }
        return ViewPage(.requests, title: request.texts[.dashboardRequests], values, modules: [.live])
    }

    func stream(_ request: ViewRequest) async throws -> SandboxResponse? {
        let filter = try RequestQuery(request.request).parameters
        let after = try request.request.lastCursor()
        let shown = try await RequestList(request, filter, before: after < .max ? after + 1 : .max, limit: 1)
        let runs = LiveRuns(shown.runs.first)
        return LiveLog.response(request, .requestRows, after: after, changes: request.newRequests) { cursor in
            let list = try await RequestList(request, filter, after: cursor, limit: LiveLog.maximumRows)
            let changed = runs.take(list.runs)
            guard !changed.isEmpty else { return (nil, list.last) }
            return (
                LiveLog.Update(
                    rows: changed.map { Self.row($0, request) }, count: list.runs.reduce(0) { $0 + $1.count },
                    replaces: list.next != nil),
                list.last
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
