import AsyncHTTPClient
import CheckoutContracts
import NIOCore
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator

/// A simulated ecommpay on a free port, with a clock that the test moves, and its merchant, app and payer.
struct EcommpaySandbox {
    struct Answer {
        let status: Int
        let headers: [String: String]
        let text: String

        /// The body as JSON; null where it is none.
        var json: JSON { (try? JSON(parsing: text)) ?? .null }
        var code: String? { json["code"]?.stringValue }
        var paymentStatus: String? { json["payment"]?["status"]?.stringValue }
    }

    static let start = Timestamp(microseconds: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z
    static let provider = EcommpayProvider(.init())
    static let contract = OpenAPIContract(document: provider.openAPI(publicURL: "http://127.0.0.1:8420"))
    /// A thousand requests at once wait for each other's connections.
    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: .init(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(300))))

    let server: SandboxServer
    let clock: ManualClock
    var origin: String { "http://localhost:\(server.port)" }

    /// Runs the body against a simulator and stops it afterwards. Nobody takes its callbacks.
    static func run(
        _ configuration: EcommpaySimulator.Configuration = .init(), keys: [APIKey] = [provider.defaultKey],
        _ body: (EcommpaySandbox) async throws -> Void
    ) async throws {
        var sandbox = SandboxConfiguration(keys: keys)
        let clock = ManualClock(now: start)
        sandbox.clock = clock
        sandbox.seed = "seed"
        sandbox.scenario = configuration.scenario
        sandbox.webhooks = ["http://127.0.0.1:1/"]
        let server = try await SandboxServer(sandbox, provider: EcommpaySimulator.provider(configuration))
        do {
            try await body(EcommpaySandbox(server: server, clock: clock))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    func send(
        _ method: String, _ path: String, _ body: [UInt8]? = nil, headers: [(String, String)] = []
    ) async throws -> Answer {
        let url = path.hasPrefix("http") ? path : server.url + path
        var request = HTTPClientRequest(url: url.replacing("//localhost:", with: "//127.0.0.1:"))
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if body != nil, !headers.contains(where: { $0.0 == "Content-Type" }) {
            request.headers.add(name: "Content-Type", value: "application/json")
        }
        if url.contains("//localhost:") {
            request.headers.replaceOrAdd(name: "Host", value: "localhost:\(server.port)")
        }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await Self.client.execute(request, timeout: .seconds(600))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        var fields: [String: String] = [:]
        for (name, value) in response.headers { fields[name.lowercased()] = value }
        let answer = Answer(status: Int(response.status.code), headers: fields, text: text)
        if !path.hasPrefix("http") {
            let problems = Self.contract.problems(
                method, path, status: answer.status, headers: answer.headers, body: answer.text)
            #expect(problems == [])
        }
        return answer
    }

    func post(_ path: String, _ body: JSON, headers: [(String, String)] = []) async throws -> Answer {
        try await send("POST", path, body.utf8, headers: headers)
    }

    // MARK: The merchant

    /// The guide's options, with what cards need.
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
    ) async throws -> Answer {
        var body: JSONObject = ["general": ["project_id": 10, "payment_id": .string(id)]]
        body["payment"] = payment.map(JSON.object)
        body = EcommpaySignature.signing(gateRequest: body, key: SecretBytes(copying: secret.utf8))
        return try await post("/v2/payment/\(path)", .object(body))
    }

    func status(_ id: String = "ord-1") async throws -> JSON { try await gate("status", id).json }

    /// What the merchant's server was told about a payment, oldest first.
    func callbacks(_ id: String = "ord-1") async throws -> [JSON] {
        let deliveries = try await server.engine.store.read("10") { try $0.deliveries(limit: 1000, object: id) }
        return deliveries.map(\.body)
    }

    // MARK: The app

    func open(_ options: EcommpayPaymentOptions, scenario: String? = nil) async throws -> Answer {
        try await post(
            "/sdk/v1/session", signed(options), headers: scenario.map { [("X-Toque-Scenario", $0)] } ?? [])
    }

    /// The path of a new session.
    func session(_ options: EcommpayPaymentOptions, scenario: String? = nil) async throws -> String {
        let answer = try await open(options, scenario: scenario)
        try #require(answer.status == 201, "\(answer.text)")
        return "/sdk/v1/session/\(try #require(answer.json["session"]?.stringValue))"
    }

    /// Pays and lets the providers answer.
    /// - Returns: what the app sees then.
    func pay(_ session: String, token: String = "tok_success") async throws -> Answer {
        let paid = try await post("\(session)/pay", ["method": "card", "token": .string(token)])
        try #require(paid.status == 200, "\(paid.text)")
        clock.advance(by: .seconds(1))
        return try await send("GET", session)
    }

    // MARK: The payer

    /// What a page shows a program.
    func shown(_ page: String) async throws -> JSON {
        let answer = try await send("GET", page, headers: [("Accept", "application/json")])
        try #require(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    @discardableResult
    func approve(_ page: String, tampered: Bool = false) async throws -> Answer {
        let device = try PayerDevice(origin: origin)
        var ceremony = PayerDevice.Ceremony()
        ceremony.tamperSignature = tampered
        return try await post(page, device.approval(try await shown(page), ceremony))
    }

    @discardableResult
    func decline(_ page: String) async throws -> Answer { try await post(page, ["decision": "decline"]) }

    func control(_ method: String, _ path: String, _ body: JSON = .null) async throws -> Answer {
        try await send(method, "/_toque/\(path)", body.isNull ? nil : body.utf8)
    }
}
