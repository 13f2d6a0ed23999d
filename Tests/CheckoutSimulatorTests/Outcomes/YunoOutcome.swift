import CheckoutContracts
import Logging
import Sandbox
import SoftAuthenticator
import Testing
import ToqueEncoding

@testable import CheckoutSimulator
@testable import YunoSDK

/// Statuses with the response code of the payment's own transaction; webhooks as `purchase PENDING/IN_PROCESS`.
actor YunoOutcome: OutcomeDriver {
    let row: OutcomeRow
    let sandbox: YunoSandbox
    let passkeys = MemoryCredentialStore()
    private var session = ""

    init(_ row: OutcomeRow, _ sandbox: YunoSandbox) {
        self.row = row
        self.sandbox = sandbox
    }

    static func key(_ row: OutcomeRow) -> APIKey { APIKey(id: "yuno-\(row.number)", secret: "secret-\(row.number)") }

    func begin() async throws {
        let body = try YunoSandbox.sessionBody(
            value: row.amount ?? "10.00", capture: !row.options.contains("capture false"),
            callback: "yunoexample://return")
        let made = try await sandbox.merchant("POST", "/v1/checkout/sessions", body, key: tenant)
        session = try #require(made.json["checkout_session"]?.stringValue, "\(made.text)")
        try await choose()
    }

    private struct Method: PaymentMethodSelected {
        let paymentMethodType: String
        let vaultedToken: String?
    }

    func pay(_ app: OutcomeApp) async throws -> String {
        let token = row.token ?? (row.method == "CARD" ? "tok_success" : nil)
        return await Self.pay(session, Method(paymentMethodType: row.method, vaultedToken: token), tenant.id, app)
    }

    /// Uses the parts behind `Yuno`, without its process-wide account.
    @MainActor
    private static func pay(_ session: String, _ method: Method, _ key: String, _ app: OutcomeApp) async -> String {
        let environment = YunoEnvironment(
            server: app.server, transport: app.transport, clock: app.clock, polling: app.polling,
            presenter: app.presenter, approval: app.approval,
            logger: Logger(label: "YunoSDK") { _ in SwiftLogNoOpLogHandler() })
        let account = YunoAccount(apiKey: key, config: YunoConfig(), environment: environment)
        let order = YunoOrder(
            SeamlessParams(checkoutSession: session, countryCode: "BR", language: "EN"), method)
        return await YunoSessions().pay(order, account, showsStatus: true).result.rawValue
    }

    func page() async throws -> String {
        let shown = try await sandbox.device("GET", session, publicKey: tenant.id)
        return try #require(shown.json["action"]?["url"]?.stringValue, "\(shown.text)")
    }

    func object() async throws -> String { try #require(try await payment()).id }

    func act(_ verb: String, _ amount: String?) async throws {
        let payment = try #require(try await payment())
        var body: JSONObject = ["merchant_reference": "reference-1"]
        if let amount { body["amount"] = ["currency": "BRL", "value": try JSON(parsing: amount)] }
        let done = try await sandbox.merchant(
            "POST", "/v1/payments/\(payment.id)/transactions/\(payment.transactions[0].id)/\(verb)", .object(body),
            key: tenant)
        #expect(done.status == 200, "\(done.text)")
    }

    func status() async throws -> String {
        guard let payment = try await payment() else { return "none" }
        let code = payment.transactions.first?.responseCode
        return "\(payment.status)" + (code.map { " \($0.rawValue)" } ?? "")
    }

    private func payment() async throws -> YunoPayment? {
        let shown = try await sandbox.merchant("GET", "/v1/payments?merchant_order_id=order-1", key: tenant)
        return try shown.json.arrayValue?.first.map { try YunoPayment(json: $0) }
    }

    static func text(_ webhook: JSON) throws -> String {
        let webhook = try YunoWebhook(json: webhook)
        return "\(webhook.event.rawValue.dropFirst("payment.".count)) \(webhook.payment.status)"
    }
}
