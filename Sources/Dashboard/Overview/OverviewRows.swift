import Pages
import Sandbox
import ToqueEncoding

/// The rows of the overview.
struct OverviewRows {
    let request: ViewRequest

    func kind(_ kind: String, _ tally: ObjectTally) -> [String: Any] {
        let statuses = tally.statuses(of: kind)
        return [
            "kind": kind.replacing("_", with: " "), "total": request.shown.count(statuses.reduce(0) { $0 + $1.count }),
            "url": request.link("objects", query: [("kind", kind)]),
            "statuses": statuses.map { status, count in
                [
                    "status": status, "count": request.shown.count(count), "tone": StatusTone(status).rawValue,
                    "url": request.link("objects", query: [("kind", kind), ("status", status)]),
                ]
            },
        ]
    }

    func failure(_ group: ObjectTally.Group) -> [String: Any] {
        let reason = group.reason ?? ""
        return [
            "reason": reason, "kind": group.kind.replacing("_", with: " "), "count": request.shown.count(group.count),
            "url": request.link("objects", query: [("kind", group.kind), ("reason", reason)]),
        ]
    }

    func timer(_ timer: JSON) -> [String: Any] {
        let timer = PendingTimer(timer, request)
        return timer.values.merging(["object": timer.object, "url": request.link(toObject: timer.object)]) { $1 }
    }

    func row(_ run: RequestRun) -> [String: Any] {
        let entry = run.entry
        var values: [String: Any] = [
            "time": request.shown.time(entry.time), "method": entry.method, "path": entry.path,
            "status": "\(entry.status)", "tone": entry.status < 400 ? "off" : "bad",
            "url": request.link("requests/\(entry.cursor)"),
        ]
        values["error"] = entry.errorCode
        if run.count > 1 { values["count"] = request.shown.count(run.count) }
        return values
    }
}
