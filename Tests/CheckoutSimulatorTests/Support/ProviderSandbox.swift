import AsyncHTTPClient
import NIOCore
import Sandbox
import Testing
import ToqueEncoding
import ToqueTestSupport

/// A provider on a free port, with a clock that the test moves, and HTTP requests to it.
protocol ProviderSandbox: Sendable {
    /// What the provider's own document says of answers.
    static var contract: OpenAPIContract { get }
    var server: SandboxServer { get }
    var clock: ManualClock { get }
    init(server: SandboxServer, clock: ManualClock)
}

struct SandboxAnswer: Sendable {
    let status: Int
    /// By their names in lower case.
    let headers: [String: String]
    let text: String

    /// The body as JSON; null where it is none.
    var json: JSON { (try? JSON(parsing: text)) ?? .null }
    /// Of a refusal; TakeMe has it in an object.
    var code: String? { (json["error"] ?? json)["code"]?.stringValue }
    /// Of a payment: `awaiting capture` at ecommpay, `PENDING/AUTHORIZED` at Yuno.
    var paymentStatus: String? {
        if let status = json["payment"]?["status"] { return status.stringValue }
        guard let status = json["status"]?.stringValue, let subStatus = json["sub_status"]?.stringValue else {
            return nil
        }
        return "\(status)/\(subStatus)"
    }
}

/// Many requests at once wait for each other's connections.
private let client = HTTPClient(
    eventLoopGroupProvider: .singleton,
    configuration: .init(redirectConfiguration: .disallow, timeout: .init(connect: .seconds(300))))

extension ProviderSandbox {
    static var contract: OpenAPIContract { OpenAPIContract(document: [:]) }
    static var start: Timestamp { Timestamp(microseconds: 1_772_366_400_000_000) }  // 2026-03-01T12:00:00Z

    /// Passkeys are for this one.
    var origin: String { "http://localhost:\(server.port)" }

    /// Runs the body against a sandbox and stops it afterwards.
    static func run(
        _ configuration: SandboxConfiguration, _ provider: any SandboxProvider, _ body: (Self) async throws -> Void
    ) async throws {
        var configuration = configuration
        let clock = ManualClock(now: start)
        configuration.clock = clock
        configuration.seed = configuration.seed ?? "seed"
        // A busy machine is no silent receiver.
        configuration.webhookAnswerTime = .seconds(60)
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
    ///   - url: or a path.
    ///   - body: JSON, unless a header says otherwise.
    func send(
        _ method: String, _ url: String, _ body: [UInt8]?, headers: [(String, String)] = []
    ) async throws -> SandboxAnswer {
        let url = url.hasPrefix("/") ? server.url + url : url
        // The address that is listened on: `localhost` may be another one first.
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

    /// What a payer's page shows a program.
    func shown(_ page: String) async throws -> JSON {
        let answer = try await send("GET", page, headers: [("Accept", "application/json")])
        try #require(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    @discardableResult
    func decide(_ page: String, _ body: JSON) async throws -> SandboxAnswer {
        try await send("POST", page, body, headers: [("Accept", "application/json")])
    }

    /// Approves on a page, with a passkey of its own.
    @discardableResult
    func approve(
        _ page: String, _ ceremony: PayerDevice.Ceremony = .init(), by device: PayerDevice? = nil
    ) async throws -> SandboxAnswer {
        let device = try device ?? PayerDevice(origin: origin)
        return try await decide(page, device.approval(shown(page), ceremony))
    }

    @discardableResult
    func decline(_ page: String) async throws -> SandboxAnswer { try await decide(page, ["decision": "decline"]) }

    /// Presses a button of a page in a browser.
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

    /// From now on webhooks are recorded, and sent to where nobody listens.
    func recordWebhooks(token: String? = nil) async throws {
        var body: JSONObject = ["url": "http://127.0.0.1:9/"]
        body["token"] = token.map(JSON.string)
        let added = try await control("POST", "webhooks", .object(body))
        try #require(added.status == 201, "\(added.text)")
    }

    /// In the order in which they were queued, duplicates and all.
    func deliveries(of object: String? = nil) async throws -> [JSON] { try await list("deliveries", of: object) }
    func events(_ type: String? = nil, of object: String? = nil) async throws -> [JSON] {
        try await list("events", of: object, type.map { "&type=\($0)" } ?? "")
    }
    func ceremonies(of object: String? = nil) async throws -> [JSON] { try await list("ceremonies", of: object) }

    /// The requests that the journal has.
    func journal() async throws -> [JSON] { try await list("requests") }

    private func list(_ name: String, of object: String? = nil, _ conditions: String = "") async throws -> [JSON] {
        let answer = try await control(
            "GET", "\(name)?limit=1000\(object.map { "&object=\($0)" } ?? "")\(conditions)")
        return try #require(answer.json[name]?.arrayValue, "\(answer.text)")
    }
}
