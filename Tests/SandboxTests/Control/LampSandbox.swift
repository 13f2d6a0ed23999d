import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import ToqueCrypto
import ToqueEncoding

@testable import Sandbox

/// A running sandbox of lamps, whose clock the test moves. Its keys are `a` and `b`.
struct LampSandbox {
    static let start = Timestamp(microseconds: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z

    let server: SandboxServer
    let clock: ManualClock

    var engine: Engine { server.engine }

    /// Runs the body against a sandbox and stops it afterwards.
    static func run(
        clock: ManualClock = ManualClock(now: start), configure: (inout SandboxConfiguration) -> Void = { _ in },
        _ body: (LampSandbox) async throws -> Void
    ) async throws {
        var configuration = SandboxConfiguration(
            keys: ["a", "b"].map { APIKey(id: $0, secret: "secret") },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        configuration.clock = clock
        configuration.seed = "seed"
        configuration.shutdownGrace = .milliseconds(10)
        // Generous, so that a busy machine does not look like a silent receiver.
        configuration.webhookAnswerTime = .seconds(60)
        configure(&configuration)
        try configuration.replaceMemory()
        let server = try await SandboxServer(configuration, provider: BareLampProvider())
        do {
            try await body(LampSandbox(server: server, clock: clock))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    struct Answer {
        let status: Int
        /// By lower-case name.
        let headers: [String: String]
        let text: String

        /// The body; null if it is not JSON.
        var json: JSON { (try? JSON(parsing: text)) ?? .null }
        subscript(name: String) -> JSON { json[name] ?? .null }
        /// An error's status, code and field.
        var refusal: String { "\(status) \(self["code"].stringValue ?? "") \(self["field"].stringValue ?? "-")" }
    }

    /// Sends a request unchanged.
    func send(
        _ method: String, _ path: String, headers: [(String, String)] = [], body: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: server.url + path)
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
        return Answer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            text: String(buffer: try await response.body.collect(upTo: 1 << 24)))
    }

    /// Sends a JSON request to the control API.
    func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> Answer {
        try await send(
            method, "/_toque/\(path)", headers: body == nil ? [] : [("Content-Type", "application/json")],
            body: body?.serialized())
    }

    /// Sends a request to the API.
    func api(_ method: String, _ path: String, _ body: JSON? = nil, key: String = "a") async throws -> Answer {
        let credentials = Data("\(key):secret".utf8).base64EncodedString()
        return try await send(
            method, "/\(path)", headers: [("Authorization", "Basic \(credentials)")], body: body?.serialized())
    }

    /// Makes a lamp.
    /// - Returns: Its ID.
    func lamp(_ color: String = "red", key: String = "a") async throws -> String {
        try await api("POST", "lamps", ["color": .string(color)], key: key)["id"].stringValue ?? ""
    }

    func status(_ lamp: String, key: String = "a") async throws -> String? {
        try await api("GET", "lamps/\(lamp)", key: key)["status"].stringValue
    }

    /// The types of a tenant's events.
    func events(_ tenant: String = "a") async throws -> [String] {
        try await control("GET", "events?limit=1000&tenant=\(tenant)")["events"].arrayValue?
            .compactMap { $0["type"]?.stringValue } ?? []
    }
}

/// A database file in a folder that is removed with the value.
final class SandboxFile {
    private let folder = NSTemporaryDirectory() + "toque-\(Hex.encode(SystemRandom().bytes(8)))"
    var location: SandboxStore.Location { .file("\(folder)/sandbox.sqlite") }

    init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }
    deinit { try? FileManager.default.removeItem(atPath: folder) }
}
