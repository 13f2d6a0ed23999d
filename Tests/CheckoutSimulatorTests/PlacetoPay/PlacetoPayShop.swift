import CheckoutContracts
import Sandbox
import SandboxKit
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator

/// A shop that sells by PlacetoPay's Checkout: its backend, and the person who pays.
struct PlacetoPayShop {
    static let provider = PlacetoPayProvider(.init())
    static let contract = OpenAPIContract(document: provider.openAPI(publicURL: "http://127.0.0.1:8420"))

    let sandbox: KioskSandbox

    var clock: ManualClock { sandbox.clock }

    /// Runs the body against a sandbox on a free port, and stops it afterwards.
    static func run(
        keys: [APIKey] = [.sandbox], configure: (inout PlacetoPaySimulator.Configuration) -> Void = { _ in },
        _ body: (PlacetoPayShop) async throws -> Void
    ) async throws {
        var configuration = PlacetoPaySimulator.Configuration(sandbox: SandboxConfiguration(keys: keys))
        let clock = ManualClock(now: KioskSandbox.start)
        configuration.sandbox.clock = clock
        configuration.sandbox.seed = "seed"
        configuration.sandbox.webhookAnswerTime = .seconds(60)
        configure(&configuration)
        let provider = PlacetoPaySimulator.provider(configuration)
        let server = try await SandboxServer(configuration.sandbox, provider: provider)
        do {
            try await body(PlacetoPayShop(sandbox: KioskSandbox(server: server, clock: clock)))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    // MARK: The backend

    /// A new one for each request.
    func auth(_ key: APIKey = .sandbox, nonce: [UInt8]? = nil, seed: String? = nil) -> JSON {
        PlacetoPayAuth(
            login: key.id, secretKey: SecretBytes(copying: key.secret.utf8),
            nonce: nonce ?? Array(Hex.encode(SystemRandom().bytes(8)).utf8),
            seed: seed ?? PlacetoPayDate.text(clock.now)
        ).json
    }

    func post(
        _ path: String, _ members: JSONObject = [:], auth: JSON? = nil, headers: [(String, String)] = []
    ) async throws -> KioskSandbox.Answer {
        var body: JSONObject = ["auth": auth ?? self.auth()]
        for (name, value) in members { body[name] = value }
        return try await send("POST", sandbox.server.url + path, JSON.object(body), headers: headers)
    }

    /// Holds the answer against the OpenAPI document.
    func send(
        _ method: String, _ url: String, _ body: JSON? = nil, headers: [(String, String)] = []
    ) async throws -> KioskSandbox.Answer {
        let answer = try await sandbox.send(
            method, url, body?.utf8,
            headers: headers + [("Content-Type", "application/json"), ("Accept", "application/json")])
        let path = "/" + url.split(separator: "/").dropFirst(2).joined(separator: "/")
        let problems = Self.contract.problems(
            method, path, status: answer.status, headers: answer.headers, body: answer.text)
        #expect(problems == [])
        return answer
    }

    static func order(_ total: String = "165000.0", allowPartial: Bool = false) throws -> JSONObject {
        [
            "locale": "en_US", "buyer": ["name": "Ana", "surname": "Exemplo"],
            "payment": [
                "reference": "order-1", "allowPartial": .bool(allowPartial),
                "amount": ["currency": "COP", "total": try JSON(parsing: total)],
            ],
            "returnUrl": "redirection://receipt?return", "cancelUrl": "https://shop.example/cancel",
            "ipAddress": "127.0.0.1", "userAgent": "test",
        ]
    }

    /// A new session's number, and the address of its page.
    func session(
        _ order: JSONObject? = nil, scenario: String? = nil
    ) async throws -> (id: String, page: String) {
        let headers = scenario.map { [("X-Toque-Scenario", $0)] } ?? []
        let made = try await post("/api/session", order ?? Self.order(), headers: headers)
        try #require(made.status == 200, "\(made.text)")
        let response = try PlacetoPaySessionResponse(json: made.json)
        return ("\(try #require(response.requestID))", try #require(response.processURL))
    }

    func information(_ id: String) async throws -> PlacetoPaySessionInformation {
        let shown = try await post("/api/session/\(id)")
        try #require(shown.status == 200, "\(shown.text)")
        return try PlacetoPaySessionInformation(json: shown.json)
    }

    /// Such as `REJECTED EX`.
    func status(_ id: String) async throws -> String { Self.text(try await information(id).status) }

    static func text(_ status: PlacetoPayStatus) -> String {
        "\(status.status.rawValue) \(status.reason?.description ?? "null")"
    }

    // MARK: The person

    /// - Parameter decision: `approve` by a passkey, `decline` or `cancel`.
    func decide(_ decision: String, _ page: String) async throws -> KioskSandbox.Answer {
        guard decision == "approve" else { return try await send("POST", page, ["decision": .string(decision)]) }
        let device = try PayerDevice(origin: sandbox.origin)
        return try await send("POST", page, device.approval(shown(page)))
    }

    /// What the page shows a program.
    func shown(_ page: String) async throws -> JSON {
        let shown = try await send("GET", page)
        try #require(shown.status == 200, "\(shown.text)")
        return shown.json
    }

    func card(_ token: String, of amount: String? = nil, on page: String) async throws -> KioskSandbox.Answer {
        var body: JSONObject = ["token": .string(token)]
        body["amount"] = try amount.map { try JSON(parsing: $0) }
        return try await send("POST", page + "/card", .object(body))
    }

    // MARK: Notifications

    /// From now on notifications are recorded, and sent to where nobody listens.
    func recordNotifications() async throws {
        _ = try await sandbox.control("POST", "webhooks", ["url": "http://127.0.0.1:9/"])
    }

    func deliveries() async throws -> [JSON] {
        try await sandbox.control("GET", "deliveries").json["deliveries"]?.arrayValue ?? []
    }

    /// Such as `APPROVED 00`, in the order in which they were queued.
    func notifications() async throws -> [String] {
        try await deliveries().compactMap { $0["body"]?["status"] }.map { Self.text(try PlacetoPayStatus(json: $0)) }
    }

    func advance(_ seconds: Int) async throws {
        _ = try await sandbox.control("POST", "clock/advance", ["seconds": .int(seconds)])
    }
}
