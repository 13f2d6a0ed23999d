import CheckoutContracts
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator

/// A simulated ecommpay with its merchant, app and payer.
struct EcommpaySandbox: ProviderSandbox {
    static let provider = EcommpayProvider(.init())
    static let contract = OpenAPIContract(document: provider.openAPI(publicURL: "http://127.0.0.1:8420"))

    let server: SandboxServer
    let clock: ManualClock

    /// Runs the body against a simulator without a callback receiver, and stops it afterwards.
    static func run(
        _ configuration: EcommpaySimulator.Configuration = .init(), keys: [APIKey] = [provider.defaultKey],
        _ body: (EcommpaySandbox) async throws -> Void
    ) async throws {
        var sandbox = SandboxConfiguration(keys: keys)
        sandbox.scenario = configuration.scenario
        sandbox.webhooks = ["http://127.0.0.1:1/"]
        try await run(sandbox, EcommpaySimulator.provider(configuration), body)
    }

    func post(_ path: String, _ body: JSON, headers: [(String, String)] = []) async throws -> SandboxAnswer {
        try await send("POST", path, body, headers: headers)
    }

    // MARK: The merchant

    /// The guide's options, with the members that cards need.
    static func options(
        _ id: String = "ord-1", amount: Int = 1999, action: EcommpayPaymentOptions.Action = .sale
    ) -> EcommpayPaymentOptions {
        var options = EcommpayPaymentOptions(
            projectID: 10, paymentID: id, paymentAmount: action == .verify ? 0 : amount, paymentCurrency: "USD",
            paymentDescription: "T-shirt", customerID: "10", regionCode: "US")
        options.action = action
        options.additionalFields = [EcommpayAdditionalField(.customer_email, "ana@loja.example")]
        return options
    }

    func signed(_ options: EcommpayPaymentOptions, secret: String = "your_secret") -> JSON {
        var options = options
        options.signature = EcommpaySignature.sign(
            options.stringToSign, key: SecretBytes(copying: secret.utf8))
        return options.json
    }

    func gate(
        _ path: String, _ id: String, payment: JSONObject? = nil, secret: String = "your_secret"
    ) async throws -> SandboxAnswer {
        var body: JSONObject = ["general": ["project_id": 10, "payment_id": .string(id)]]
        body["payment"] = payment.map(JSON.object)
        body = EcommpaySignature.signing(gateRequest: body, key: SecretBytes(copying: secret.utf8))
        return try await post("/v2/payment/\(path)", .object(body))
    }

    func status(_ id: String = "ord-1") async throws -> JSON { try await gate("status", id).json }

    /// The callbacks about a payment, oldest first.
    func callbacks(_ id: String = "ord-1") async throws -> [JSON] {
        try await deliveries(of: id).map { $0["body"] ?? .null }
    }

    // MARK: The app

    func open(_ options: EcommpayPaymentOptions, scenario: String? = nil) async throws -> SandboxAnswer {
        try await post(
            "/sdk/v1/session", signed(options), headers: scenario.map { [("X-Toque-Scenario", $0)] } ?? [])
    }

    /// Opens a session and returns its path.
    func session(_ options: EcommpayPaymentOptions, scenario: String? = nil) async throws -> String {
        let answer = try await open(options, scenario: scenario)
        try #require(answer.status == 201, "\(answer.text)")
        return "/sdk/v1/session/\(try #require(answer.json["session"]?.stringValue))"
    }

    /// Pays and lets the providers answer.
    /// - Returns: The payment as the app then sees it.
    func pay(_ session: String, token: String = "tok_success") async throws -> SandboxAnswer {
        let paid = try await post("\(session)/pay", ["method": "card", "token": .string(token)])
        try #require(paid.status == 200, "\(paid.text)")
        clock.advance(by: .seconds(1))
        return try await send("GET", session)
    }
}
