import AsyncHTTPClient
import NIOCore
import Sandbox
import Testing
import ToqueEncoding
import ToqueTestSupport

/// A provider on a free port, with a clock that the test moves, and HTTP requests to it.
protocol ProviderSandbox: Sendable {
    /// The OpenAPI document's checks of answers.
    static var contract: OpenAPIContract { get }
    var server: SandboxServer { get }
    var clock: ManualClock { get }
    init(server: SandboxServer, clock: ManualClock)
}

struct SandboxAnswer: Sendable {
    let status: Int
    /// By lowercase name.
    let headers: [String: String]
    let text: String

    /// The body as JSON; null if it is not JSON.
    var json: JSON { (try? JSON(parsing: text)) ?? .null }
    /// The code of a refusal; TakeMe nests it in an object.
    var code: String? { (json["error"] ?? json)["code"]?.stringValue }
    /// The status of a payment: `awaiting capture` at ecommpay, `PENDING/AUTHORIZED` at Yuno.
    var paymentStatus: String? {
        if let status = json["payment"]?["status"] { return status.stringValue }
        guard let status = json["status"]?.stringValue, let subStatus = json["sub_status"]?.stringValue else {
            return nil
        }
        return "\(status)/\(subStatus)"
    }
}

/// Many concurrent requests wait for each other's connections.
private let client = HTTPClient(
    eventLoopGroupProvider: .singleton,
    configuration: .init(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(300))))

extension ProviderSandbox {
    static var contract: OpenAPIContract { OpenAPIContract(document: [:]) }
    static var start: Timestamp { Timestamp(microseconds: 1_772_366_400_000_000) }  // 2026-03-01T12:00:00Z

    /// The origin of the passkeys.
    var origin: String { "http://localhost:\(server.port)" }

    /// Runs the body against a sandbox and stops it afterwards.
    static func run(
        _ configuration: SandboxConfiguration, _ provider: any SandboxProvider, _ body: (Self) async throws -> Void
    ) async throws {
        var configuration = configuration
        let clock = ManualClock(now: start)
        configuration.clock = clock
        configuration.seed = configuration.seed ?? "seed"
        // Generous, so that a busy machine does not look like a silent receiver.
        configuration.webhookAnswerTime = .seconds(60)
        if configuration.database == .memory, let address = try PostgreSQLCluster.schemaInsteadOfMemory() {
            configuration.database = .server(address)
        }
        let server = try await SandboxServer(configuration, provider: provider)
        do {
            try await body(Self(server: server, clock: clock))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    // MARK: Requests

    func send(
        _ method: String, _ url: String, _ body: JSON? = nil, headers: [(String, String)] = []
    ) async throws -> SandboxAnswer {
        try await send(method, url, body?.utf8, headers: headers)
    }

    /// - Parameters:
    ///   - url: A URL or a path.
    ///   - body: JSON, unless a header names another type.
    func send(
        _ method: String, _ url: String, _ body: [UInt8]?, headers: [(String, String)] = []
    ) async throws -> SandboxAnswer {
        let url = url.hasPrefix("/") ? server.url + url : url
        // The address that the server listens on: `localhost` may resolve to another one first.
        var request = HTTPClientRequest(url: url.replacing("//localhost:", with: "//127.0.0.1:"))
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if url.contains("//localhost:") {
            request.headers.replaceOrAdd(name: "Host", value: "localhost:\(server.port)")
        }
        if let body {
            if !request.headers.contains(name: "Content-Type") {
                request.headers.add(name: "Content-Type", value: "application/json")
            }
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let response = try await client.execute(request, timeout: .seconds(600))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 22))
        var fields: [String: String] = [:]
        for (name, value) in response.headers { fields[name.lowercased()] = value }
        let status = Int(response.status.code)
        let path = "/" + url.split(separator: "/").dropFirst(2).joined(separator: "/")
        let problems = Self.contract.problems(method, path, status: status, headers: fields, body: text)
        #expect(problems == [], "\(method) \(path)")
        return SandboxAnswer(status: status, headers: fields, text: text)
    }

    // MARK: The payer

    /// The JSON of a payer's page.
    func shown(_ page: String) async throws -> JSON {
        let answer = try await send("GET", page, headers: [("Accept", "application/json")])
        try #require(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    @discardableResult
    func decide(_ page: String, _ body: JSON) async throws -> SandboxAnswer {
        try await send("POST", page, body, headers: [("Accept", "application/json")])
    }

    /// Approves on a page with its own passkey.
    @discardableResult
    func approve(
        _ page: String, _ ceremony: PayerDevice.Ceremony = .init(), by device: PayerDevice? = nil
    ) async throws -> SandboxAnswer {
        let device = try device ?? PayerDevice(origin: origin)
        return try await decide(page, device.approval(shown(page), ceremony))
    }

    @discardableResult
    func decline(_ page: String) async throws -> SandboxAnswer { try await decide(page, ["decision": "decline"]) }

    /// Presses a button of a page, like a browser.
    func submit(_ page: String, form: [(name: String, value: String)]) async throws -> SandboxAnswer {
        try await send(
            "POST", page, Array(FormURLEncoding.encode(form).utf8),
            headers: [("Content-Type", "application/x-www-form-urlencoded")])
    }

    // MARK: Control

    @discardableResult
    func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> SandboxAnswer {
        try await send(method, "/_toque/\(path)", body)
    }

    /// Records webhooks from now on, and sends them to a port without a listener.
    func recordWebhooks(token: String? = nil) async throws {
        var body: JSONObject = ["url": "http://127.0.0.1:9/"]
        body["token"] = token.map(JSON.string)
        let added = try await control("POST", "webhooks", .object(body))
        try #require(added.status == 201, "\(added.text)")
    }

    /// The deliveries in the order of the queue, with duplicates.
    func deliveries(of object: String? = nil) async throws -> [JSON] { try await list("deliveries", of: object) }
    func events(_ type: String? = nil, of object: String? = nil) async throws -> [JSON] {
        try await list("events", of: object, type.map { "&type=\($0)" } ?? "")
    }
    func ceremonies(of object: String? = nil) async throws -> [JSON] { try await list("ceremonies", of: object) }

    /// The requests in the journal.
    func journal() async throws -> [JSON] { try await list("requests") }

    private func list(_ name: String, of object: String? = nil, _ conditions: String = "") async throws -> [JSON] {
        let answer = try await control(
            "GET", "\(name)?limit=1000\(object.map { "&object=\($0)" } ?? "")\(conditions)")
        return try #require(answer.json[name]?.arrayValue, "\(answer.text)")
    }
}
