import Pages
import Sandbox
import Synchronization
import ToqueEncoding

/// The endpoints that get webhooks, and the deliveries, newest first.
struct WebhooksView: View {
    let path = "webhooks"
    let section = ViewSection.webhooks

    private struct Query {
        let object: String?
        let state: String?
        let before: Int64

        init(_ request: ViewRequest) throws(SandboxError) {
            (object, state) = (request.query("object"), request.query("state"))
            before = try request.request.integer("before", in: 0...Int64.max) ?? .max
        }

        var parameters: [(name: String, value: String)] {
            [("object", object), ("state", state)].compactMap { name, value in value.map { (name, $0) } }
        }

        /// The deliveries, newest first, and where the older part begins; nil at the end of the log.
        func list(_ request: ViewRequest) async throws -> (entries: [Delivery], next: Int64?) {
            let range = [(name: "before", value: "\(before)"), (name: "limit", value: "\(LiveLog.rows)")]
            let list = try await request.list("deliveries", of: object, query: parameters + range)
            return (
                (list["deliveries"]?.arrayValue ?? []).compactMap(Delivery.init(json:)),
                list["next"]?.intValue.map(Int64.init)
            )
        }
    }

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let query = try Query(request)
        let endpoints = try await request.get("webhooks")["webhooks"]?.arrayValue ?? []
        let list = try await query.list(request)
        var filter: [String: Any] = [
            "states": SelectOptions.list(DeliveryState.allCases.map(\.rawValue), chosen: query.state)
        ]
        filter["object"] = query.object
        var values: [String: Any] = [
            "rows": rows(list.entries, request), "filter": filter, "filtered": !query.parameters.isEmpty,
            "action": request.link(path), "empty": list.entries.isEmpty,
            "endpoints": endpoints.map { Self.endpoint($0, request) },
            "none": endpoints.isEmpty, "add": request.link("webhooks/add"), "remove": request.link("webhooks/remove"),
            "command": request.command(
                "sandbox", "webhooks", "add",
                fields: [
                    .init("url", placeholder: "URL"),
                    .init("token", option: "--token-file", placeholder: "FILE", isRequired: false),
                    .init("all_tenants", option: "--all-tenants", isRequired: false),
                ]),
        ]
        values["searching"] = list.next != nil && list.entries.count < LiveLog.rows
        values.merge(
            LiveLog.links(
                request, path, query.parameters, before: query.before, next: list.next,
                last: list.entries.first?.cursor ?? 0)
        ) { $1 }
        return ViewPage(.webhooks, title: request.texts[.dashboardWebhooks], values, modules: [.live])
    }

    private static func endpoint(_ endpoint: JSON, _ request: ViewRequest) -> [String: Any] {
        let id = endpoint["id"]?.stringValue ?? ""
        return [
            "id": id, "address": endpoint["url"]?.stringValue ?? "",
            "all": endpoint["all_tenants"]?.boolValue ?? false,
            "configured": endpoint["configured"]?.boolValue ?? false,
            "hasToken": endpoint["has_token"]?.boolValue ?? false,
            "command": request.command("sandbox", "webhooks", "remove", id),
        ]
    }

    /// Deliveries change while they are attempted, so the whole first page is compared.
    func stream(_ request: ViewRequest) async throws -> SandboxResponse? {
        let query = try Query(request)
        let shown = Mutex<[Delivery]?>(nil)
        return LiveLog.response(
            request, .deliveryRows, after: try request.request.lastCursor(), changes: .seconds
        ) { cursor in
            let deliveries = try await query.list(request).entries
            let isNew = shown.withLock { shown in
                defer { shown = deliveries }
                return shown != deliveries
            }
            guard isNew else { return (nil, cursor) }
            return (
                LiveLog.Update(rows: rows(deliveries, request), count: 1, replaces: true),
                deliveries.first?.cursor ?? cursor
            )
        }
    }

    private func rows(_ deliveries: [Delivery], _ request: ViewRequest) -> [[String: Any]] {
        deliveries.map {
            DeliveryRow(delivery: $0, members: request.request.engine.provider.guide.webhook).values(request)
        }
    }

    // MARK: Forms

    var forms: [ViewForm] {
        [
            ViewForm("webhooks/add", in: section) { request in
                var body: JSONObject = ["url": .string(request.field("url") ?? "")]
                body["token"] = request.field("token").map(JSON.string)
                if request.field("all_tenants") != nil { body["all_tenants"] = true }
                try await request.send("POST", "webhooks", body: .object(body))
                return .view(path)
            },
            ViewForm("webhooks/remove", in: section) { request in
                try await request.send("DELETE", "webhooks", request.field("id") ?? "")
                return .view(path)
            },
        ]
    }
}

extension AsyncStream<Void> {
    /// An element each second.
    fileprivate static var seconds: AsyncStream<Void> {
        AsyncStream { (try? await Task.sleep(for: .seconds(1))) != nil ? () : nil }
    }
}
