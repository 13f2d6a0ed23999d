import APIClient
import CheckoutContracts
import CheckoutPresentation
import CheckoutSimulator
import Sandbox
import SoftAuthenticator
import Testing
import ToqueEncoding
import ToqueTestSupport
import YunoSDK

/// Yuno's sandbox on a free port, a merchant's server that makes sessions, and an app with the SDK.
@MainActor
struct Shop {
    struct Method: PaymentMethodSelected {
        var paymentMethodType: String
        var vaultedToken: String?
    }

    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z

    let server: ServerURL
    /// The sandbox's.
    let clock: ManualClock
    let way: Way
    let environment: YunoEnvironment

    /// Runs the body with an initialized SDK.
    static func open(
        _ authorization: PayerAuthorization = .button, timeout: Duration = .seconds(30),
        _ body: @MainActor (Shop) async throws -> Void
    ) async throws {
        let provider = YunoProvider(authorization: authorization)
        let clock = ManualClock(now: start)
        var configuration = SandboxConfiguration(keys: [APIKey(id: "sandbox", secret: "sandbox")])
        configuration.clock = clock
        let sandbox = try await SandboxServer(configuration, provider: provider)
        let way = Way(timeout: timeout)
        do {
            let shop = Shop(server: try #require(ServerURL(sandbox.url)), clock: clock, way: way)
            #expect(await shop.initialize())
            try await body(shop)
        } catch {
            await way.stop()
            await sandbox.stop()
            throw error
        }
        await way.stop()
        await sandbox.stop()
    }

    private init(server: ServerURL, clock: ManualClock, way: Way) {
        self.server = server
        self.clock = clock
        self.way = way
        environment = YunoEnvironment(
            server: server, transport: way, clock: LeapingClock(), approval: Self.payer(way))
    }

    /// Returns a person with their own authenticator, who approves.
    static func payer(_ way: Way) -> ApprovalClient {
        ApprovalClient(
            transport: way, authenticator: SoftAuthenticator(profile: .ios, storage: MemoryCredentialStore()),
            interaction: ScriptedInteraction(.approve))
    }

    // MARK: The app

    @discardableResult
    func initialize(
        key: String = "sandbox", config: YunoConfig = YunoConfig(), _ environment: YunoEnvironment? = nil
    ) async -> Bool {
        await withCheckedContinuation { continuation in
            Yuno.initialize(apiKey: key, config: config, environment: environment ?? self.environment) {
                continuation.resume(returning: $0)
            }
        }
    }

    func pay(
        _ session: String, by method: String, token: String? = nil, _ person: Person?, showPaymentStatus: Bool = true
    ) async -> Yuno.Result {
        await Yuno.startPaymentSeamlessLite(
            with: SeamlessParams(checkoutSession: session, countryCode: "BR", language: "EN", viewController: person),
            paymentSelected: Method(paymentMethodType: method, vaultedToken: token),
            showPaymentStatus: showPaymentStatus)
    }

    /// `PENDING/CLOSED_BY_USER`; nil without a status.
    func status(of session: String) -> String? {
        Yuno.outcome(of: session).flatMap { outcome in
            outcome.status.map { "\($0)/\(outcome.subStatus ?? "nil")" }
        }
    }

    // MARK: The merchant

    func ask(_ method: APIRequest.Method, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        let answer = try await YunoEnvironment.sharedTransport.send(
            APIRequest(
                method, path, headers: [("public-api-key", "sandbox"), ("private-secret-key", "sandbox")],
                body: body.map(APIRequest.Body.json)), to: server)
        let json = try answer.json()
        try #require((200...299).contains(answer.status), "\(method) \(path): \(json)")
        return json
    }

    /// Makes a session and returns its ID.
    func session(value: String = "10.00", capture: Bool = true, callback: String? = nil) async throws -> String {
        var body: JSONObject = [
            "account_id": "00000000-0000-4000-8000-00000000000a", "merchant_order_id": "order-1",
            "payment_description": "A lamp", "country": "BR", "workflow": "SDK_SEAMLESS",
            "amount": ["currency": "BRL", "value": try JSON(parsing: value)],
            "payment_method": ["detail": ["card": ["capture": .bool(capture)]]],
        ]
        body["callback_url"] = callback.map(JSON.string)
        let made = try await ask(.post, "/v1/checkout/sessions", .object(body))
        return try #require(made["checkout_session"]?.stringValue)
    }

    /// All payments of the sandbox.
    func payments() async throws -> [YunoPayment] {
        try await ask(.get, "/v1/payments?merchant_order_id=order-1").arrayValue?.map { try YunoPayment(json: $0) }
            ?? []
    }

    /// As `payments`: `SUCCEEDED/APPROVED`.
    func statuses() async throws -> [String] { try await payments().map { "\($0.status)" } }

    func events(_ type: String) async throws -> Int {
        try await ask(.get, "/_toque/events?type=\(type)")["events"]?.arrayValue?.count ?? 0
    }
}
