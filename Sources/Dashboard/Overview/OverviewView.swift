import Pages
import Sandbox
import ToqueEncoding

/// The state of the sandbox at a glance.
struct OverviewView: View {
    let path = ""
    let section = ViewSection.overview

    private static let (requests, timers, reasons) = (10, 6, 10)

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let summary = try await request.get("summary")
        let timers = try await request.get("timers", query: [("limit", "\(Self.timers)")])["timers"]?.arrayValue ?? []
        let tally = ObjectTally(summary)
        let pending = summary["pending_deliveries"]?.intValue ?? 0
        let requests = request.request.engine.journal.newest(tenant: request.tenant, limit: Self.requests)
        let failures = tally.failures.prefix(Self.reasons)
        return ViewPage(
            .overview, title: request.texts[.dashboardOverview],
            [
                "kinds": tally.kinds.map { kind(of: $0, tally, request) }, "hasKinds": !tally.kinds.isEmpty,
                "failures": failures.map { failure($0, request) }, "hasFailures": !failures.isEmpty,
                "timers": timers.map { timer($0, request) }, "hasTimers": !timers.isEmpty,
                "requests": requests.map { row($0, request) }, "hasRequests": !requests.isEmpty,
                "allRequests": request.link("requests"),
                "pending": [
                    "count": "\(pending)", "any": pending > 0,
                    "url": request.link("webhooks", query: [("state", "pending")]),
                ],
                "firstCommand": request.command(
                    "trigger", request.request.engine.provider.triggers.first?.name ?? ""),
            ])
    }

    private func kind(of kind: String, _ tally: ObjectTally, _ request: ViewRequest) -> [String: Any] {
        let statuses = tally.statuses(of: kind)
        return [
            "kind": kind.replacing("_", with: " "), "total": "\(statuses.reduce(0) { $0 + $1.count })",
            "url": request.link("objects", query: [("kind", kind)]),
            "statuses": statuses.map { status, count in
                [
                    "status": status, "count": "\(count)", "tone": StatusTone(status).rawValue,
                    "url": request.link("objects", query: [("kind", kind), ("status", status)]),
                ]
            },
        ]
    }

    private func failure(_ group: ObjectTally.Group, _ request: ViewRequest) -> [String: Any] {
        let reason = group.reason ?? ""
        return [
            "reason": reason, "kind": group.kind.replacing("_", with: " "), "count": "\(group.count)",
            "url": request.link("objects", query: [("kind", group.kind), ("reason", reason)]),
        ]
    }

    private func timer(_ timer: JSON, _ request: ViewRequest) -> [String: Any] {
        let (due, id) = (timer["due"]?.stringValue ?? "", timer["object"]?.stringValue ?? "")
        let left = Timestamp(due).map { ShownTime.left($0 - request.request.now) } ?? ""
        return [
            "kind": timer["kind"]?.stringValue ?? "", "object": id, "url": request.link(toObject: id),
            "due": due, "left": request.texts[.objectsIn, ["time": left]],
        ]
    }

    private func row(_ entry: JournalEntry, _ request: ViewRequest) -> [String: Any] {
        var values: [String: Any] = [
            "time": ShownTime.values(entry.time.description), "method": entry.method, "path": entry.path,
            "status": "\(entry.status)", "tone": entry.status < 400 ? "off" : "bad",
            "url": request.link("requests/\(entry.cursor)"),
        ]
        values["error"] = entry.errorCode
        return values
    }
}
