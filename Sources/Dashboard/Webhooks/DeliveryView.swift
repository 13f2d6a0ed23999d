import Pages
import Sandbox
import ToqueEncoding

/// A webhook's delivery with its attempts.
struct DeliveryView: View {
    let path = "deliveries/{id}"
    let section = ViewSection.webhooks

    func page(_ request: ViewRequest) async throws -> ViewPage {
        let id = request.parameter("id")
        let delivery = try await find(id, request)
        let endpoints = try await request.get("webhooks")["webhooks"]?.arrayValue ?? []
        let provider = request.request.engine.provider
        let isRemoved = !endpoints.contains { $0["id"]?.stringValue == delivery.endpoint }
        var values: [String: Any] = [
            "delivery": DeliveryRow(delivery: delivery, members: provider.guide.webhook).values(request),
            "webhook": delivery.webhook, "removed": isRemoved, "body": Self.lines(delivery.body),
            "tries": delivery.attempts.enumerated().map { index, each in
                attempt(each, number: index + 1, isLast: index + 1 == delivery.attempts.count, request)
            },
            "replay": request.link("deliveries/replay"), "all": request.link("webhooks"),
            "command": request.command("sandbox", "webhooks", "replay", delivery.id),
            "others": request.link("webhooks", query: [("object", delivery.object)]),
        ]
        if delivery.state == .pending { values["waits"] = wait(delivery, request) }
        if delivery.state == .failed { values["failed"] = failure(delivery, isRemoved: isRemoved, request) }
        return ViewPage(
            .delivery, title: request.texts[.logsDelivery, ["id": delivery.id]], values, modules: [.countdown])
    }

    private func find(_ id: String, _ request: ViewRequest) async throws -> Delivery {
        let unknown = SandboxError.notFound(request.texts[.logsDeliveryUnknown])
        do {
            guard let delivery = Delivery(json: try await request.get("deliveries", id)) else { throw unknown }
            return delivery
        } catch let error as SandboxError where error.status == 404 {
            throw unknown
        }
    }

    private func wait(_ delivery: Delivery, _ request: ViewRequest) -> [String: Any] {
        guard let due = delivery.due else { return ["behind": true] }
        var values: [String: Any] = ["due": request.shown.time(due)]
        if request.request.engine.isFrozen(request.tenant) {
            values["frozen"] = true
        } else {
            values["seconds"] = "\(max(0, (due - request.request.now).components.seconds))"
        }
        return values
    }

    /// Why no further attempt follows.
    private func failure(_ delivery: Delivery, isRemoved: Bool, _ request: ViewRequest) -> [String: Any] {
        let last = delivery.attempts.last
        if let error = last?["error"]?.stringValue { return ["text": error, "english": true] }
        let status = last?["status"]?.intValue ?? 0
        let text =
            last == nil
            ? request.texts[.logsEndpointRemoved] : request.texts[.logsNotAccepted, ["status": "\(status)"]]
        return ["text": text, "english": false]
    }

    private func attempt(_ attempt: JSON, number: Int, isLast: Bool, _ request: ViewRequest) -> [String: Any] {
        var values = DeliveryRow.outcome(attempt)
        values["number"] = "\(number)"
        values["open"] = isLast
        if let time = attempt["time"]?.stringValue { values["time"] = request.shown.time(time) }
        values["duration"] = request.shown.milliseconds(attempt["duration_us"]?.intValue ?? 0)
        values["headers"] = (attempt["headers"]?.objectValue ?? [:]).map { header in
            [
                "name": header.name, "value": header.value.stringValue ?? header.value.serialized(),
                "signature": Self.isSignature(header.name),
            ]
        }
        // Only if it differs from the stored one, such as with a new signature.
        if let body = attempt["body"] {
            let text = body.stringValue
            values["sent"] = ["lines": Self.lines(text.flatMap { try? JSON(parsing: $0) } ?? body)]
        }
        return values
    }

    /// True for a header by which the receiver knows the sender.
    private static func isSignature(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["signature", "hmac", "authorization"].contains { name.contains($0) }
    }

    private static func lines(_ json: JSON) -> [[String: Any]] {
        json.serialized(pretty: true).split(separator: "\n").map { ["text": String($0), "faulty": false] }
    }

    // MARK: Forms

    var forms: [ViewForm] {
        [
            ViewForm("deliveries/replay", in: section) { request in
                let replay = try await request.send("POST", "deliveries", request.field("id") ?? "", "replay")
                return .view("deliveries/\(replay["id"]?.stringValue ?? "")")
            }
        ]
    }
}
