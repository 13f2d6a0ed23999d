import APIClient
import CheckoutContracts
import CheckoutSimulator
import Sandbox
import SoftAuthenticator
import Synchronization
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import ecommpaySDK

/// A shop with a simulated ecommpay, and its app on a device.
struct Shop {
    let server: SandboxServer
    let url: ServerURL
    let transport: FlakyTransport
    let credentials = MemoryCredentialStore()

    /// - Parameter scenario: The scenario of payments that name none.
    static func open<Result>(
        scenario: String? = nil, _ body: (Shop) async throws -> Result
    ) async throws -> Result {
        var configuration = EcommpaySimulator.Configuration()
        configuration.durations.result = .milliseconds(1)
        configuration.scenario = scenario
        var sandbox = SandboxConfiguration(keys: [APIKey(id: "10", secret: "your_secret")])
        sandbox.scenario = scenario
        sandbox.seed = "seed"
        let server = try await SandboxServer(sandbox, provider: EcommpaySimulator.provider(configuration))
        let wire = AsyncHTTPTransport()
        do {
            let shop = Shop(
                server: server, url: try #require(ServerURL(server.url)), transport: FlakyTransport(wire))
            let result = try await body(shop)
            await wire.shutdown()
            await server.stop()
            return result
        } catch {
            await wire.shutdown()
            await server.stop()
            throw error
        }
    }

    /// The guide's options with the members that cards need, signed by the merchant's server.
    static func options(
        _ id: String = "ord-1", amount: Int64 = 1999, change: (PaymentOptions) -> Void = { _ in }
    ) -> PaymentOptions {
        let options = PaymentOptions(
            projectID: 10, paymentID: id, paymentAmount: amount, paymentCurrency: "USD",
            paymentDescription: "T-shirt with dog print", customerID: "10", regionCode: "US")
        options.additionalFields = [AdditionalField(type: .customer_email, value: "ana@loja.example")]
        change(options)
        options.signature = EcommpaySignature.sign(
            EcommpayStringToSign(bytes: Array(options.paramsForSignature().utf8)),
            key: SecretBytes(copying: "your_secret".utf8))
        return options
    }

    func sdk(gesture: UserGesture = .approve) -> EcommpaySDK {
        EcommpaySDK(
            server: url, transport: transport,
            authenticator: SoftAuthenticator(profile: .ios, storage: credentials),
            interaction: ScriptedInteraction(gesture), clock: FastClock(),
            polling: Polling(interval: .milliseconds(20), timeout: .seconds(20)))
    }

    /// Pays with the script's actions on the screens.
    func pay(
        _ script: String, gesture: UserGesture = .approve, _ options: PaymentOptions = Shop.options()
    ) async throws -> PaymentResult {
        let presenter = ScriptedPresenter(try CheckoutScript(parsing: script), clock: FastClock())
        return await sdk(gesture: gesture).presentPayment(at: presenter, paymentOptions: options)
    }

    /// The status for the merchant's server.
    func status(_ id: String = "ord-1") async throws -> JSON {
        let request = EcommpaySignature.signing(
            gateRequest: ["general": ["project_id": 10, "payment_id": .string(id)]],
            key: SecretBytes(copying: "your_secret".utf8))
        let answer = try await transport.wire.send(
            APIRequest(.post, "/v2/payment/status", body: .json(.object(request))), to: url)
        return try answer.json()
    }
}

/// Loses answers, after the server has carried the request out, and requests.
final class FlakyTransport: HTTPTransport {
    let wire: any HTTPTransport
    private let state = Mutex((lost: 0, sent: [String](), unsent: String?.none))

    init(_ wire: any HTTPTransport) { self.wire = wire }

    var requests: [String] { state.withLock { $0.sent } }

    /// Loses the first answer to each request but the first one of them.
    func loseAnswers(_ count: Int) { state.withLock { $0.lost = count } }

    /// Loses one request before it arrives.
    /// - Parameter start: The beginning of its method and path.
    func loseRequest(_ start: String) { state.withLock { $0.unsent = start } }

    /// Whether such a request was sent.
    var hasLostRequest: Bool { state.withLock { $0.unsent == nil } }

    func send(_ request: APIRequest, to server: ServerURL) async throws(ConnectionError) -> APIAnswer {
        let isUnsent = state.withLock { state in
            guard let start = state.unsent, "\(request.method.rawValue) \(request.path)".hasPrefix(start) else {
                return false
            }
            state.unsent = nil
            return true
        }
        if isUnsent { throw .interrupted(server: "\(server)", reason: "it closed the connection") }
        let isLost = state.withLock { state in
            let name = "\(request.method.rawValue) \(request.path.split(separator: "/").last ?? "")"
            let isFirst = !state.sent.contains(name)
            state.sent.append(name)
            guard state.lost > 0, isFirst, request.method == .post else { return false }
            state.lost -= 1
            return true
        }
        let answer = try await wire.send(request, to: server)
        if isLost { throw .interrupted(server: "\(server)", reason: "it closed the connection") }
        return answer
    }
}

/// Real time, 100 times as fast.
struct FastClock: Clock {
    typealias Instant = ContinuousClock.Instant
    var now: Instant { ContinuousClock().now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await Task.sleep(for: now.duration(to: deadline) / 100)
    }
}
