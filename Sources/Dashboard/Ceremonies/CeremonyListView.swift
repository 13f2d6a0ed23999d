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
        let before: Int64 = try request.request.integer("before", in: 0...Int64.max) ?? .max
        let entries = try await request.request.read {
            try $0.newestCeremonies(before: before, object: object, limit: Self.pageSize + 1)
        }
        // An unknown object is none without ceremonies.
        if entries.isEmpty, let object { _ = try await request.get("objects", object) }
        var values: [String: Any] = [
            "ceremonies": entries.prefix(Self.pageSize).map { row($0, request) },
            "hasCeremonies": !entries.isEmpty, "objectFilter": object ?? "", "action": request.link(path),
            "tenantFields": request.tenantQuery.map { ["tenant": $0.value] },
            "command": request.command(["sandbox", "ceremonies"] + (object.map { ["--object", $0] } ?? [])),
            "newer": request.query("before") == nil ? [] : [["url": request.link(path, query: filter(object))]],
        ]
        let last = entries.count > Self.pageSize ? entries[Self.pageSize - 1].cursor : nil
        values["older"] =
            last.map {
                [["url": request.link(path, query: filter(object) + [("before", "\($0)")])]]
            } ?? []
        return ViewPage(.ceremonies, title: texts[.dashboardCeremonies], values)
    }

    private func filter(_ object: String?) -> [(name: String, value: String)] { object.map { [("object", $0)] } ?? [] }

    private func row(_ entry: ListedCeremony, _ request: ViewRequest) -> [String: Any] {
        [
            "url": request.link("ceremonies/\(FormURLEncoding.encode(entry.id))"), "id": entry.id,
            "object": entry.object, "objectURL": request.link(toObject: entry.object), "time": Shown.time(entry.time),
            "type": request.texts[CeremonyView.kind(entry.type)],
            "badge": VerdictValues(entry.verdict, request.texts).badge,
        ]
    }
}
