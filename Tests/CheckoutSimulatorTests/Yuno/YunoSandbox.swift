import AsyncHTTPClient
import CheckoutContracts
import NIOCore
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator

/// Yuno on a free port, with a clock that the test moves, and HTTP requests to it.
struct YunoSandbox {
    struct Answer {
        let status: Int
        let headers: [String: String]
        let text: String

        /// The body as JSON; null where it is none.
        var json: JSON { (try? JSON(parsing: text)) ?? .null }
        /// Of a refusal.
        var code: String? { json["code"]?.stringValue }
        /// `PENDING/AUTHORIZED`, of a payment.
        var paymentStatus: String {
            "\(json["status"]?.stringValue ?? "")/\(json["sub_status"]?.stringValue ?? "")"
        }
    }

    static let provider = YunoProvider()
    /// What the provider's own document says of answers.
    static let contract = OpenAPIContract(document: provider.openAPI(publicURL: "http://127.0.0.1:8420"))
    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z
    static let key = APIKey(id: "sandbox", secret: "sandbox")
    /// Many requests at once wait for each other's connections.
    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: .init(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(300))))

    let server: SandboxServer
    let clock: ManualClock
    var origin: String { "http://localhost:\(server.port)" }

    /// Runs the body against a sandbox and stops it afterwards.
    static func run(
        authorization: PayerAuthorization = .passkey, keys: [APIKey] = [key], seed: String = "seed",
        scenario: String? = nil, _ body: (YunoSandbox) async throws -> Void
    ) async throws {
        var configuration = SandboxConfiguration(keys: keys)
        let clock = ManualClock(now: start)
        configuration.clock = clock
        configuration.seed = seed
        configuration.scenario = scenario
        configuration.webhookAnswerTime = .seconds(60)
        let server = try await SandboxServer(
            configuration, provider: YunoProvider(authorization: authorization, scenario: scenario))
        do {
            try await body(YunoSandbox(server: server, clock: clock))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    func send(
        _ method: String, _ url: String, _ body: JSON? = nil, headers: [(String, String)] = []
    ) async throws -> Answer {
        let url = url.hasPrefix("/") ? server.url + url : url
        // The address that is listened on: `localhost` may be another one first.
        var request = HTTPClientRequest(url: url.replacing("//localhost:", with: "//127.0.0.1:"))
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if url.contains("//localhost:") {
            request.headers.replaceOrAdd(name: "Host", value: "localhost:\(server.port)")
        }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.utf8))
        }
        let response = try await Self.client.execute(request, timeout: .seconds(600))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 22))
        var fields: [String: String] = [:]
        for (name, value) in response.headers { fields[name.lowercased()] = value }
        let status = Int(response.status.code)
        let path = url.hasPrefix("http") ? String(url.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }) : url
        let problems = Self.contract.problems(method, path, status: status, headers: fields, body: text)
        #expect(problems == [], "\(method) \(path)")
        return Answer(status: status, headers: fields, text: text)
    }

    // MARK: The merchant's server

    func merchant(
        _ method: String, _ path: String, _ body: JSON? = nil, key: APIKey = key, headers: [(String, String)] = []
    ) async throws -> Answer {
        try await send(
            method, path, body,
            headers: [("public-api-key", key.id), ("private-secret-key", key.secret)] + headers)
    }

    static func sessionBody(
        value: String = "10.00", currency: String = "BRL", capture: Bool = true, callback: String? = nil
    ) throws -> JSON {
        var body: JSONObject = [
            "account_id": "00000000-0000-4000-8000-00000000000a", "merchant_order_id": "order-1",
            "payment_description": "A lamp", "country": "BR", "workflow": "SDK_SEAMLESS",
            "amount": ["currency": .string(currency), "value": try JSON(parsing: value)],
            "payment_method": ["detail": ["card": ["capture": .bool(capture)]]],
        ]
        body["callback_url"] = callback.map(JSON.string)
        return .object(body)
    }

    /// A new session's id.
    func session(
        value: String = "10.00", currency: String = "BRL", capture: Bool = true, callback: String? = nil,
        scenario: String? = nil
    ) async throws -> String {
        let made = try await merchant(
            "POST", "/v1/checkout/sessions",
            Self.sessionBody(value: value, currency: currency, capture: capture, callback: callback),
            headers: scenario.map { [("X-Toque-Scenario", $0)] } ?? [])
        try #require(made.status == 200, "\(made.text)")
        return try #require(made.json["checkout_session"]?.stringValue)
    }

    func payment(_ id: String) async throws -> YunoPayment {
        let shown = try await merchant("GET", "/v1/payments/\(id)")
        try #require(shown.status == 200, "\(shown.text)")
        return try YunoPayment(json: shown.json)
    }

    /// Captures, cancels or refunds by a transaction's number: 0 for the first one.
    func operate(
        _ name: String, _ id: String, transaction: Int = 0, amount: String? = nil, key: String? = nil
    ) async throws -> Answer {
        let transactions = try await payment(id).transactions
        var body: JSONObject = ["merchant_reference": "reference-1"]
        if let amount { body["amount"] = ["currency": "BRL", "value": try JSON(parsing: amount)] }
        return try await merchant(
            "POST", "/v1/payments/\(id)/transactions/\(transactions[transaction].id)/\(name)", .object(body),
            headers: key.map { [("X-Idempotency-Key", $0)] } ?? [])
    }

    // MARK: The device

    func device(
        _ method: String, _ session: String, _ path: String = "", _ body: JSON? = nil, publicKey: String = key.id,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        try await send(
            method, "/v1/sdk/sessions/\(session)/payment\(path)", body,
            headers: [("public-api-key", publicKey)] + headers)
    }

    func pay(
        _ session: String, by method: String, token: String? = nil, headers: [(String, String)] = []
    ) async throws -> Answer {
        var chosen: JSONObject = ["type": .string(method)]
        chosen["vaulted_token"] = (token ?? (method == "CARD" ? "tok_success" : nil)).map(JSON.string)
        return try await device(
            "POST", session, "", ["payment_method": .object(chosen), "country_code": "BR", "language": "EN"],
            headers: headers)
    }

    // MARK: The payer

    func decide(_ page: String, _ body: JSON) async throws -> Answer {
        try await send("POST", page, body, headers: [("Accept", "application/json")])
    }

    /// What the payer does on a page, with a passkey of their own.
    func approve(
        _ page: String, _ ceremony: PayerDevice.Ceremony = .init(), by device: PayerDevice? = nil
    ) async throws -> Answer {
        let device = try device ?? PayerDevice(origin: origin)
        let shown = try await send("GET", page, headers: [("Accept", "application/json")])
        try #require(shown.status == 200, "\(shown.text)")
        return try await decide(page, device.approval(shown.json, ceremony))
    }

    // MARK: Control

    func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> Answer {
        try await send(method, "/_toque/\(path)", body)
    }

    /// From now on webhooks are recorded, and sent to where nobody listens.
    func recordWebhooks() async throws {
        let added = try await control("POST", "webhooks", ["url": "http://127.0.0.1:9/"])
        #expect(added.status == 201, "\(added.text)")
    }

    func deliveries() async throws -> [JSON] {
        try await control("GET", "deliveries?limit=1000").json["deliveries"]?.arrayValue ?? []
    }

    /// The bodies of `deliveries`.
    func webhooks() async throws -> [YunoWebhook] {
        try await deliveries().map { try YunoWebhook(json: $0["body"] ?? .null) }
    }

    /// As `webhooks`: `purchase SUCCEEDED/APPROVED`.
    func webhookNames() async throws -> [String] {
        try await webhooks().map { "\($0.event.rawValue.dropFirst("payment.".count)) \($0.payment.status)" }
    }

    func events(_ type: String) async throws -> [JSON] {
        try await control("GET", "events?type=\(type)").json["events"]?.arrayValue ?? []
    }
}
