import AsyncHTTPClient
import NIOCore
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

/// A kiosk on a free port, with a clock that the test moves, and HTTP requests to it.
struct KioskSandbox {
    struct Answer {
        let status: Int
        let headers: [String: String]
        let text: String

        /// The body as JSON; null where it is none.
        var json: JSON { (try? JSON(parsing: text)) ?? .null }
    }

    static let start = Timestamp(microseconds: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z
    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))

    let server: SandboxServer
    let clock: ManualClock
    var origin: String { "http://localhost:\(server.port)" }

    /// Runs the body against a kiosk and stops it afterwards.
    static func run(
        _ provider: KioskProvider = KioskProvider(), keys: [APIKey] = [KioskProvider.key],
        _ body: (KioskSandbox) async throws -> Void
    ) async throws {
        var configuration = SandboxConfiguration(keys: keys)
        let clock = ManualClock(now: start)
        configuration.clock = clock
        configuration.seed = "seed"
        configuration.webhookAnswerTime = .seconds(60)
        let server = try await SandboxServer(configuration, provider: provider)
        do {
            try await body(KioskSandbox(server: server, clock: clock))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    func send(
        _ method: String, _ url: String, _ body: [UInt8]? = nil, headers: [(String, String)] = []
    ) async throws -> Answer {
        // The address that is listened on: `localhost` may be another one first.
        var request = HTTPClientRequest(url: url.replacing("//localhost:", with: "//127.0.0.1:"))
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if url.contains("//localhost:") {
            request.headers.replaceOrAdd(name: "Host", value: "localhost:\(server.port)")
        }
        if let body { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await Self.client.execute(request, timeout: .seconds(600))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        var fields: [String: String] = [:]
        for (name, value) in response.headers { fields[name.lowercased()] = value }
        return Answer(status: Int(response.status.code), headers: fields, text: text)
    }

    // MARK: The shop's backend

    func make(_ body: JSON = ["amount": "10.50"], key: APIKey = KioskProvider.key) async throws -> Answer {
        try await signed("POST", "/payments", body.utf8, key: key)
    }

    func status(_ id: String) async throws -> JSON? {
        try await signed("GET", "/payments/\(id)", []).json["status"]
    }

    func signed(
        _ method: String, _ path: String, _ body: [UInt8], key: APIKey = KioskProvider.key,
        headers: [(String, String)] = []
    ) async throws -> Answer {
        let signature = Hex.encode(HMAC.sha256(key: Array(key.secret.utf8), message: body))
        return try await send(
            method, server.url + path, body.isEmpty ? nil : body,
            headers: headers + [
                (KioskProvider.signature, "\(key.id):\(signature)"), ("Content-Type", "application/json"),
            ])
    }

    /// A new payment's id, and the address of its page.
    func payment(_ body: JSON = ["amount": "10.50"]) async throws -> (id: String, page: String) {
        let made = try await make(body)
        try #require(made.status == 201, "\(made.text)")
        return (try #require(made.json["id"]?.stringValue), try #require(made.json["page"]?.stringValue))
    }

    // MARK: The payer

    func options(_ page: String) async throws -> JSON {
        let shown = try await send("GET", page, headers: [("Accept", "application/json")])
        try #require(shown.status == 200, "\(shown.text)")
        return shown.json
    }

    func decide(_ page: String, _ body: JSON) async throws -> Answer {
        try await send("POST", page, body.utf8, headers: [("Content-Type", "application/json")])
    }

    func submit(_ page: String, form: [(name: String, value: String)]) async throws -> Answer {
        try await send(
            "POST", page, Array(FormURLEncoding.encode(form).utf8),
            headers: [("Content-Type", "application/x-www-form-urlencoded")])
    }

    func control(_ method: String, _ path: String, _ body: JSON = .null) async throws -> Answer {
        try await send(
            method, server.url + "/_toque/" + path, body.isNull ? nil : body.utf8,
            headers: [("Content-Type", "application/json")])
    }
}
