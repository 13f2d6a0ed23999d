import AsyncHTTPClient
import CheckoutContracts
import NIOCore
import Testing
import ToqueEncoding

@testable import CheckoutSimulator
@testable import Sandbox

/// TakeMe on a free port, with a clock that the test moves, and the device's, the payer's and the merchant's requests.
struct TakeMeSandbox {
    static let start = Timestamp(microseconds: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z
    static let publicKey = "pk_test_sandbox"
    static let secretKey = "sk_test_sandbox"
    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: .init(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(300))))

    struct Answer {
        let status: Int
        let headers: [String: String]
        let text: String

        var json: JSON { (try? JSON(parsing: text)) ?? .null }
        var code: String? { json["error"]?["code"]?.stringValue }
        var parameter: String? { json["error"]?["param"]?.stringValue }
    }

    let server: SandboxServer
    let clock: ManualClock

    /// Runs the body against a sandbox and stops it afterwards.
    static func run(
        authorization: PayerAuthorization = .button, _ body: (TakeMeSandbox) async throws -> Void
    ) async throws {
        let provider = TakeMeProvider(authorization: authorization)
        var configuration = SandboxConfiguration(keys: [provider.defaultKey])
        let clock = ManualClock(now: start)
        configuration.clock = clock
        configuration.seed = "seed"
        configuration.webhookAnswerTime = .seconds(60)
        let server = try await SandboxServer(configuration, provider: provider)
        do {
            try await body(TakeMeSandbox(server: server, clock: clock))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    func send(
        _ method: String, _ path: String, _ body: JSON? = nil, key: String? = nil, headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: server.url + path)
        request.method = .init(rawValue: method)
        if let key { request.headers.add(name: "Authorization", value: "Bearer \(key)") }
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body.utf8))
        }
        let response = try await Self.client.execute(request, timeout: .seconds(600))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        var fields: [String: String] = [:]
        for (name, value) in response.headers { fields[name.lowercased()] = value }
        return Answer(status: Int(response.status.code), headers: fields, text: text)
    }

    // MARK: The device

    static let request: JSONObject = ["amount": 10, "currency": "JPY", "type": "WeChatPay", "flow": "redirect"]

    /// Makes a source, once however often an answer is lost.
    func makeSource(
        _ members: JSONObject = [:], scenario: String = "success"
    ) async throws -> (source: TakeMeSource, trouble: Trouble) {
        var body = Self.request
        for (name, value) in members { body[name] = value }
        let (answer, trouble) = try await persist(
            "/v1/sources", .object(body), key: Self.publicKey, idempotencyKey: "source",
            headers: [("X-Toque-Scenario", scenario)])
        try #require(answer.status == 201, "\(answer.text)")
        return (try TakeMeSource(json: answer.json), trouble)
    }

    func source(_ source: TakeMeSource) async throws -> TakeMeSource {
        let answer = try await send(
            "GET", "/v1/sources/\(source.id)?clientSecret=\(source.clientSecret)", key: Self.publicKey)
        try #require(answer.status == 200, "\(answer.text)")
        return try TakeMeSource(json: answer.json)
    }

    // MARK: The payer

    /// The path of the wallet's page.
    func page(_ source: TakeMeSource) -> String {
        "/" + source.redirect.url.split(separator: "/").dropFirst(2).joined(separator: "/")
    }

    func decide(_ source: TakeMeSource, _ decision: JSON) async throws -> Answer {
        // Under the name that passkeys are for.
        try await send(
            "POST", page(source), decision,
            headers: [("Accept", "application/json"), ("Host", "localhost:\(server.port)")])
    }

    // MARK: The merchant

    func charge(_ source: TakeMeSource, idempotencyKey: String?) async throws -> (answer: Answer, trouble: Trouble) {
        try await persist(
            "/v1/charges", ["source": .string(source.id)], key: Self.secretKey, idempotencyKey: idempotencyKey)
    }

    /// Answers that did not come, or came as 503.
    struct Trouble: Equatable {
        var lost = 0
        var refused = 0

        static func + (left: Trouble, right: Trouble) -> Trouble {
            Trouble(lost: left.lost + right.lost, refused: left.refused + right.refused)
        }
    }

    /// Repeats a request under its key until it is answered whole.
    private func persist(
        _ path: String, _ body: JSON, key: String, idempotencyKey: String?, headers: [(String, String)] = []
    ) async throws -> (answer: Answer, trouble: Trouble) {
        var trouble = Trouble()
        let headers = headers + (idempotencyKey.map { [("Idempotency-Key", $0)] } ?? [])
        while true {
            try #require(trouble.lost + trouble.refused < 10)
            do {
                let answer = try await send("POST", path, body, key: key, headers: headers)
                guard answer.status == 503 else { return (answer, trouble) }
                trouble.refused += 1
            } catch  where !(error is ExpectationFailedError) {
                trouble.lost += 1
            }
        }
    }

    // MARK: What the database has

    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
        try await server.engine.store.write(Self.publicKey, body)
    }

    /// From now on webhooks are recorded, and sent to where nobody listens.
    func recordWebhooks() async throws {
        _ = try await write { try $0.addWebhookEndpoint(url: "http://127.0.0.1:9/", token: nil, allTenants: false) }
    }

    /// In the order in which they were queued, duplicates and all.
    func webhooks() async throws -> [TakeMeEvent] {
        try await write { try $0.deliveries(limit: 1000) }.map { try TakeMeEvent(json: $0.body) }
    }

    func count(_ kind: String) async throws -> Int { try await write { try $0.objects(kind: kind, limit: 1).count } }

    func control(_ path: String, _ body: JSON) async throws -> Answer {
        try await send("POST", "/_toque/\(path)", body)
    }
}
