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
        let requests = try await RequestList(request, limit: Self.requests).runs
        let failures = tally.failures.prefix(Self.reasons)
        let rows = OverviewRows(request: request)
        let engine = request.request.engine
        return ViewPage(
            .overview, title: request.texts[.dashboardOverview],
            [
                "kinds": tally.kinds.map { rows.kind($0, tally) }, "hasKinds": !tally.kinds.isEmpty,
                "failures": failures.map { rows.failure($0) }, "hasFailures": !failures.isEmpty,
                "timers": timers.map { rows.timer($0) }, "hasTimers": !timers.isEmpty,
                "requests": requests.map { rows.row($0) }, "hasRequests": !requests.isEmpty,
                "allRequests": request.link("requests"), "phone": engine.hasPage("device"),
                "command": "curl \(engine.provider.guide.curl(request.request.publicURL, "ID:SECRET"))",
                "pending": [
                    "count": request.shown.count(pending), "any": pending > 0,
                    "url": request.link("webhooks", query: [("state", "pending")]),
                ],
                "firstCommand": request.command(
                    "trigger", engine.provider.triggers.first?.name ?? ""),
            ],
            modules: [.countdown])
    }
}
