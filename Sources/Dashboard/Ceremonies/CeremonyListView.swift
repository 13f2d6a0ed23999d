import Pages
import Sandbox
import ToqueEncoding

/// The registrations and authentications, the newest first.
struct CeremonyListView: View {
    let path = "ceremonies"
    let section = ViewSection.ceremonies

    private static let pageSize = 50

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let texts = request.texts
        let object = request.query("object")
        let before = request.query("before") ?? "\(Int64.max)"
        var query = [("before", before), ("limit", "\(Self.pageSize + 1)"), ("detail", "outcome")]
        if let object { query.append(("object", object)) }
        let entries = try await request.get("ceremonies", query: query)["ceremonies"]?.arrayValue ?? []
        var values: [String: Any] = [
            "ceremonies": entries.prefix(Self.pageSize).map { row($0, request) },
            "hasCeremonies": !entries.isEmpty, "objectFilter": object ?? "", "action": request.link(path),
            "tenantFields": request.tenantQuery.map { ["tenant": $0.value] },
            "command": request.command(["sandbox", "ceremonies"] + (object.map { ["--object", $0] } ?? [])),
            "newer": request.query("before") == nil ? [] : [["url": request.link(path, query: filter(object))]],
        ]
        let last = entries.count > Self.pageSize ? entries[Self.pageSize - 1]["cursor"]?.intValue : nil
        values["older"] =
            last.map {
                [["url": request.link(path, query: filter(object) + [("before", "\($0)")])]]
            } ?? []
        return ViewPage(.ceremonies, title: texts[.dashboardCeremonies], values)
    }

    private func filter(_ object: String?) -> [(name: String, value: String)] { object.map { [("object", $0)] } ?? [] }

    private func row(_ entry: JSON, _ request: ViewRequest) -> [String: Any] {
        let (id, object) = (entry["id"]?.stringValue ?? "", entry["object"]?.stringValue ?? "")
        return [
            "url": request.link("ceremonies/\(FormURLEncoding.encode(id))"), "id": id, "object": object,
            "objectURL": request.link(toObject: object), "time": request.shown.time(entry["time"]?.stringValue ?? ""),
            "type": request.texts[CeremonyView.kind(entry["type"]?.stringValue)],
            "badge": VerdictValues(entry["verdict"] ?? .null, request.texts).badge,
        ]
    }
}
