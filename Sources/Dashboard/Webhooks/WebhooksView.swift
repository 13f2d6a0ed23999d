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
        let state: DeliveryState?
        let before: Int64

        init(_ request: ViewRequest) throws(SandboxError) {
            object = request.query("object")
            state = try request.query("state").map { text throws(SandboxError) in
                guard let state = DeliveryState(rawValue: text) else {
                    throw .invalid(
                        "state", "Expected \(DeliveryState.allCases.map(\.rawValue).joined(separator: ", ")).")
                }
                return state
            }
            before = try request.request.integer("before", in: 0...Int64.max) ?? .max
        }

        var parameters: [(name: String, value: String)] {
            [("object", object), ("state", state?.rawValue)].compactMap { name, value in value.map { (name, $0) } }
        }

        func search(_ transaction: ReadTransaction) throws -> LogSearch<Delivery> {
            try transaction.newestDeliveries(before: before, object: object, state: state, limit: LiveLog.rows)
        }
    }

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let query = try Query(request)
        let (endpoints, list) = try await request.request.read {
            (try $0.webhookEndpoints(), try query.search($0))
        }
        var filter: [String: Any] = [
            "states": SelectOptions.list(DeliveryState.allCases.map(\.rawValue), chosen: query.state?.rawValue)
        ]
        filter["object"] = query.object
        var values: [String: Any] = [
            "rows": rows(list.entries, request), "filter": filter, "filtered": !query.parameters.isEmpty,
            "action": request.link(path), "empty": list.entries.isEmpty,
            "endpoints": endpoints.map { endpoint in
                [
                    "id": endpoint.id, "address": endpoint.url, "all": endpoint.isForAllTenants,
                    "configured": endpoint.isConfigured, "hasToken": endpoint.hasToken,
                    "command": request.command("sandbox", "webhooks", "remove", endpoint.id),
                ]
            },
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

    /// Deliveries change while they are attempted, so the whole first page is compared.
    func stream(_ request: ViewRequest) async throws -> SandboxResponse? {
        let query = try Query(request)
        let shown = Mutex<[Delivery]?>(nil)
        return LiveLog.response(
            request, .deliveryRows, after: try request.request.lastCursor(), changes: .seconds
        ) { cursor in
            let deliveries = try await request.request.read { try query.search($0) }.entries
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
