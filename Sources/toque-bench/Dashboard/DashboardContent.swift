import Glibc
import ToqueEncoding

/// Fills a sandbox, and lists the pages that show it.
struct DashboardContent {
    static let objects = 100_000
    static let requests = 10_000
    /// Payments whose webhooks are delivered, to a receiver that takes them and to one that is not there.
    private static let notified = 400
    private static let phones = 20

    private let connection: TimedConnection
    private let payment: String
    private let phone: MeasuredPhone

    /// Histories without timers: nothing happens by itself while the pages are measured.
    private static let triggers: [JSONObject] = [
        ["event": "payment.failed", "reason": "insufficient_funds"],
        ["event": "payment.failed", "reason": "fraud_suspected"],
        ["event": "payment.succeeded"],
    ]

    init(port: UInt16) throws {
        connection = try TimedConnection(port: port)
        payment = try Self.trigger(0, over: connection)
        // Each payment brings an enrollment and a charge.
        for number in 1..<Self.objects / 3 { _ = try Self.trigger(number, over: connection) }
        try Self.notify(over: connection)
        let backend = try Backend(port: port)
        for number in 0..<Self.requests { try backend.ask(number) }
        for number in 1..<Self.phones { _ = try MeasuredPhone("Phone \(number)", over: connection) }
        phone = try MeasuredPhone("Phone", over: connection)
    }

    /// - Returns: the payment's ID.
    private static func trigger(_ number: Int, over connection: TimedConnection) throws -> String {
        var body = triggers[number % triggers.count]
        body["external_id"] = .string("order-\(number)")
        return try connection.post("/_toque/trigger", .object(body), expecting: 200).text("object", "id")
    }

    private static func notify(over connection: TimedConnection) throws {
        let receiver = try WebhookReceiver { _ in "" }
        defer { receiver.stop() }
        // No program has port 1.
        for url in [receiver.url, "http://127.0.0.1:1/"] {
            _ = try connection.post("/_toque/webhooks", ["url": .string(url)], expecting: 201)
        }
        for number in 0..<notified { _ = try trigger(objects + number, over: connection) }
        // Later attempts until all have ended.
        while try connection.get("/_toque/summary", step: "summary")["pending_deliveries"]?.intValue != 0 {
            _ = try connection.post("/_toque/clock/advance", ["seconds": 61], expecting: 200)
            usleep(200_000)
        }
        let endpoints = try connection.get("/_toque/webhooks", step: "webhooks")["webhooks"]?.arrayValue ?? []
        for endpoint in endpoints {
            _ = try connection.send("DELETE", "/_toque/webhooks/\(endpoint.text("id"))", expecting: 204)
        }
    }

    // MARK: Pages

    /// Every view, with its searches and filters, and the phone's pages.
    var views: [MeasuredPage] {
        get throws {
            let request = try first("requests")["cursor"]?.intValue ?? 0
            let ceremony = try first("ceremonies").text("id")
            let object = payment
            let views: [(name: String, path: String)] = [
                ("objects", "objects"),
                ("objects by kind and status", "objects?kind=payment_intent&status=FAILED"),
                ("objects by a status that none has", "objects?status=NONE"),
                ("objects by reason", "objects?reason=fraud_suspected"),
                ("objects by the start of an id", "objects?search=\(object.prefix(6))"),
                ("objects by external id", "objects?search=order-7"),
                ("objects by device id", "objects?search=toque-trigger"),
                ("objects by a text that none has", "objects?search=nobody"),
                ("an object", "objects/\(object)"),
                ("ceremonies", "ceremonies"), ("ceremonies of an object", "ceremonies?object=\(object)"),
                ("a ceremony", "ceremonies/\(ceremony)"),
                ("requests", "requests"), ("requests by text", "requests?text=nobody"),
                ("requests of an object", "requests?object=\(object)"), ("a request", "requests/\(request)"),
                ("webhooks", "webhooks"), ("webhooks that failed", "webhooks?state=failed"),
                ("webhooks of an object", "webhooks?object=\(try failedDelivery().text("object"))"),
                ("a delivery with its attempts", "deliveries/\(try failedDelivery().text("id"))"),
                ("events", "events"), ("events by type", "events?type=nothing"),
                ("events of an object", "events?object=\(object)"),
                ("inspect", "inspect"), ("as pytest", "pytest"), ("as pytest, an object", "pytest?object=\(object)"),
                ("fidelity", "fidelity"),
            ]
            return [MeasuredPage("overview", "/_toque/")]
                + views.map { MeasuredPage($0.name, "/_toque/view/\($0.path)") }
                + [
                    MeasuredPage("phones", "/device"), MeasuredPage("a phone that can pay", phone.page),
                    MeasuredPage("the bank's page", phone.bankPage),
                ]
        }
    }

    private func first(_ log: String) throws -> JSON {
        try connection.get("/_toque/\(log)?limit=1", step: log)[log]?.arrayValue?.first ?? .null
    }

    private func failedDelivery() throws -> JSON {
        let log = try connection.get("/_toque/deliveries?state=failed&limit=1", step: "deliveries")
        return log["deliveries"]?.arrayValue?.first ?? .null
    }
}
