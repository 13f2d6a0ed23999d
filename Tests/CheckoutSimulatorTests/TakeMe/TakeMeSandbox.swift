import CheckoutContracts
import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator
@testable import Sandbox

/// A simulated TakeMe, and the requests of its device, payer and merchant.
struct TakeMeSandbox: ProviderSandbox {
    static let contract = OpenAPIContract(
        document: TakeMeProvider().openAPI(publicURL: "http://127.0.0.1:8420"))
    static let publicKey = "pk_test_sandbox"
    static let secretKey = "sk_test_sandbox"

    let server: SandboxServer
    let clock: ManualClock

    /// Runs the body against a sandbox and stops it afterwards.
    static func run(
        authorization: PayerAuthorization = .button, _ body: (TakeMeSandbox) async throws -> Void
    ) async throws {
        let provider = TakeMeProvider(authorization: authorization)
        try await run(SandboxConfiguration(keys: [provider.defaultKey]), provider, body)
    }

    func send(
        _ method: String, _ path: String, _ body: JSON? = nil, key: String?, headers: [(String, String)] = []
    ) async throws -> SandboxAnswer {
        try await send(
            method, path, body, headers: (key.map { [("Authorization", "Bearer \($0)")] } ?? []) + headers)
    }

    // MARK: The device

    static let request: JSONObject = ["amount": 10, "currency": "JPY", "type": "WeChatPay", "flow": "redirect"]

    /// Makes one source, however often an answer is lost.
    func makeSource(
        _ members: JSONObject = [:], scenario: String? = nil, idempotencyKey: String = "source"
    ) async throws -> (source: TakeMeSource, trouble: Trouble) {
        var body = Self.request
        for (name, value) in members { body[name] = value }
        let (answer, trouble) = try await persist(
            "/v1/sources", .object(body), key: Self.publicKey, idempotencyKey: idempotencyKey,
            headers: scenario.map { [("X-Toque-Scenario", $0)] } ?? [])
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

    func decide(_ source: TakeMeSource, _ decision: JSON) async throws -> SandboxAnswer {
        try await decide(source.redirect.url, decision)
    }

    // MARK: The merchant

    func charge(_ source: TakeMeSource, idempotencyKey: String?) async throws -> (
        answer: SandboxAnswer, trouble: Trouble
    ) {
        try await persist(
            "/v1/charges", ["source": .string(source.id)], key: Self.secretKey, idempotencyKey: idempotencyKey)
    }

    /// The number of lost answers and of answers with 503.
    struct Trouble: Equatable {
        var lost = 0
        var refused = 0

        static func + (left: Trouble, right: Trouble) -> Trouble {
            Trouble(lost: left.lost + right.lost, refused: left.refused + right.refused)
        }
    }

    /// Repeats a request with its key until a complete answer arrives.
    private func persist(
        _ path: String, _ body: JSON, key: String, idempotencyKey: String?, headers: [(String, String)] = []
    ) async throws -> (answer: SandboxAnswer, trouble: Trouble) {
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

    func webhooks() async throws -> [TakeMeEvent] {
        try await deliveries().map { try TakeMeEvent(json: $0["body"] ?? .null) }
    }

    func count(_ kind: String) async throws -> Int { try await write { try $0.objects(kind: kind, limit: 1).count } }
}
