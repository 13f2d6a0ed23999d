import CheckoutContracts
import Sandbox
import SandboxKit
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator

/// A shop that uses PlacetoPay's Checkout: its backend and its payer.
struct PlacetoPayShop: ProviderSandbox {
    static let provider = PlacetoPayProvider(.init())
    static let contract = OpenAPIContract(document: provider.openAPI(publicURL: "http://127.0.0.1:8420"))

    let server: SandboxServer
    let clock: ManualClock

    /// Runs the body against a sandbox on a free port, and stops it afterwards.
    static func run(
        keys: [APIKey] = [.sandbox], configure: (inout PlacetoPaySimulator.Configuration) -> Void = { _ in },
        _ body: (PlacetoPayShop) async throws -> Void
    ) async throws {
        var configuration = PlacetoPaySimulator.Configuration(sandbox: SandboxConfiguration(keys: keys))
        configure(&configuration)
        try await run(configuration.sandbox, PlacetoPaySimulator.provider(configuration), body)
    }

    // MARK: The backend

    /// A fresh auth for each request.
    func auth(_ key: APIKey = .sandbox, nonce: [UInt8]? = nil, seed: String? = nil) -> JSON {
        PlacetoPayAuth(
            login: key.id, secretKey: SecretBytes(copying: key.secret.utf8),
            nonce: nonce ?? Array(Hex.encode(SystemRandom().bytes(8)).utf8),
            seed: seed ?? PlacetoPayDate.text(server.engine.store.now(of: key.id))
        ).json
    }

    func post(
        _ path: String, _ members: JSONObject = [:], auth: JSON? = nil, headers: [(String, String)] = []
    ) async throws -> SandboxAnswer {
        var body: JSONObject = ["auth": auth ?? self.auth()]
        for (name, value) in members { body[name] = value }
        return try await send("POST", path, .object(body), headers: headers)
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

    /// Makes a session and returns its number and its page's address.
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

    /// - Parameter decision: `approve` with a passkey, `decline` or `cancel`.
    func decide(_ decision: String, _ page: String) async throws -> SandboxAnswer {
        decision == "approve" ? try await approve(page) : try await decide(page, ["decision": .string(decision)])
    }

    func card(_ token: String, of amount: String? = nil, on page: String) async throws -> SandboxAnswer {
        var body: JSONObject = ["token": .string(token)]
        body["amount"] = try amount.map { try JSON(parsing: $0) }
        return try await send("POST", page + "/card", .object(body))
    }

    // MARK: Notifications

    /// Such as `APPROVED 00`, in the order of the queue.
    func notifications() async throws -> [String] {
        try await deliveries().compactMap { $0["body"]?["status"] }.map { Self.text(try PlacetoPayStatus(json: $0)) }
    }

    func advance(_ seconds: Int) async throws {
        try await control("POST", "clock/advance", ["seconds": .int(seconds)])
    }
}
