import CheckoutContracts
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator

/// A simulated Yuno with its merchant and device.
struct YunoSandbox: ProviderSandbox {
    static let provider = YunoProvider()
    static let contract = OpenAPIContract(document: provider.openAPI(publicURL: "http://127.0.0.1:8420"))
    static let key = APIKey(id: "sandbox", secret: "sandbox")

    let server: SandboxServer
    let clock: ManualClock

    /// Runs the body against a sandbox and stops it afterwards.
    static func run(
        authorization: PayerAuthorization = .passkey, keys: [APIKey] = [key], seed: String = "seed",
        scenario: String? = nil, _ body: (YunoSandbox) async throws -> Void
    ) async throws {
        var configuration = SandboxConfiguration(keys: keys)
        configuration.seed = seed
        configuration.scenario = scenario
        try await run(configuration, YunoProvider(authorization: authorization, scenario: scenario), body)
    }

    // MARK: The merchant's server

    func merchant(
        _ method: String, _ path: String, _ body: JSON? = nil, key: APIKey = key, headers: [(String, String)] = []
    ) async throws -> SandboxAnswer {
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

    /// Makes a session and returns its ID.
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

    /// Captures, cancels or refunds a transaction by its index.
    func operate(
        _ name: String, _ id: String, transaction: Int = 0, amount: String? = nil, key: String? = nil
    ) async throws -> SandboxAnswer {
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
    ) async throws -> SandboxAnswer {
        try await send(
            method, "/v1/sdk/sessions/\(session)/payment\(path)", body,
            headers: [("public-api-key", publicKey)] + headers)
    }

    func pay(
        _ session: String, by method: String, token: String? = nil, headers: [(String, String)] = []
    ) async throws -> SandboxAnswer {
        var chosen: JSONObject = ["type": .string(method)]
        chosen["vaulted_token"] = (token ?? (method == "CARD" ? "tok_success" : nil)).map(JSON.string)
        return try await device(
            "POST", session, "", ["payment_method": .object(chosen), "country_code": "BR", "language": "EN"],
            headers: headers)
    }

    // MARK: Webhooks

    /// The bodies of `deliveries`.
    func webhooks() async throws -> [YunoWebhook] {
        try await deliveries().map { try YunoWebhook(json: $0["body"] ?? .null) }
    }

    /// As `webhooks`: `purchase SUCCEEDED/APPROVED`.
    func webhookNames() async throws -> [String] {
        try await webhooks().map { "\($0.event.rawValue.dropFirst("payment.".count)) \($0.payment.status)" }
    }
}
