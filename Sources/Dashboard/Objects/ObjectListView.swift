import Pages
import Sandbox
import ToqueEncoding

/// The objects of a tenant, by kind and status, or those that a search finds.
struct ObjectListView: View {
    let path = "objects"
    let section = ViewSection.objects

    private static let length = 50
    private static let filters = ["kind", "status", "reason", "search"]

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let chosen = Self.filters.compactMap { name in request.query(name).map { (name: name, value: $0) } }
        let position = request.query("before").map { [(name: "before", value: $0)] } ?? []
        let list = try await request.get(
            "objects", query: chosen + position + [("limit", "\(Self.length)")])
        let tally = ObjectTally(try await request.get("summary"))
        let rows = (list["objects"]?.arrayValue ?? []).map { ObjectRow(object: $0, request: request).values }
        var values: [String: Any] = [
            "action": "/\(ControlPath.view)/\(path)", "all": request.link(path),
            "kinds": options(tally.kinds, chosen: request.query("kind")),
            "statuses": options(
                tally.statuses(of: request.query("kind")).map(\.status), chosen: request.query("status")),
            "filtered": !chosen.isEmpty, "hasRows": !rows.isEmpty, "rows": rows,
            "command": request.command("trigger", request.request.engine.provider.triggers.first?.name ?? ""),
        ]
        values["search"] = request.query("search")
        values["reason"] = request.query("reason")
        values["tenantName"] = request.query("tenant")
        if let next = list["next"]?.intValue {
            values["older"] = request.link(path, query: chosen + [("before", "\(next)")])
        }
        return ViewPage(.objects, title: request.texts[.dashboardObjects], values)
    }

    private func options(_ names: [String], chosen: String?) -> [[String: Any]] {
        names.map { ["name": $0, "chosen": $0 == chosen] }
    }
}
