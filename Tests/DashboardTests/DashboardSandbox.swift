import AsyncHTTPClient
import CheckoutSimulator
import NIOCore
import PixSimulator
import Sandbox
import Testing
import ToqueEncoding

@testable import Dashboard

/// A sandbox of any provider with the dashboard, and a browser's requests to it.
struct DashboardSandbox {
    /// Each provider, and an event that makes an object with a life.
    enum Kind: String, CaseIterable, Sendable {
        case biometricPix
        case ecommpay
        case placetopay
        case takeme
        case yuno

        var provider: any SandboxProvider {
            switch self {
            case .biometricPix: PixSimulator.provider(PixSimulator.Configuration())
            case .ecommpay: EcommpaySimulator.provider()
            case .placetopay: PlacetoPaySimulator.provider()
            case .takeme: TakeMeProvider()
            case .yuno: YunoProvider()
            }
        }
    }

    struct Answer {
        let status: Int
        /// By lowercase name; several values of a name are lines.
        let headers: [String: String]
        let text: String

        var json: JSON { (try? JSON(parsing: text)) ?? .null }
        var isPage: Bool { text.hasPrefix("<!DOCTYPE html>") }
    }

    static let start = Timestamp(microseconds: 1_772_366_400_000_000)  // 2026-03-01T12:00:00Z

    let server: SandboxServer

    private static let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))

    /// Runs the body against a sandbox and stops it afterwards.
    static func run(
        _ kind: Kind = .biometricPix, configure: (inout SandboxConfiguration) -> Void = { _ in },
        _ body: (DashboardSandbox) async throws -> Void
    ) async throws {
        let provider = kind.provider
        var configuration = SandboxConfiguration(keys: [provider.defaultKey])
        configuration.frozenAt = start
        configuration.seed = "seed"
        configuration.control.pages = [Dashboard()]
        configure(&configuration)
        let server = try await SandboxServer(configuration, provider: provider)
        do {
            try await body(DashboardSandbox(server: server))
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    /// - Parameter accept: the media type that the client wants.
    func send(
        _ method: String, _ path: String, _ body: String? = nil, type: String = "application/x-www-form-urlencoded",
        accept: String = "text/html", headers: [(String, String)] = []
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: server.url + path)
        request.method = .init(rawValue: method)
        request.headers.add(name: "Accept", value: accept)
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body {
            request.headers.add(name: "Content-Type", value: type)
            request.body = .bytes(ByteBuffer(string: body))
        }
        let response = try await Self.client.execute(request, timeout: .seconds(600))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 22))
        var fields: [String: String] = [:]
        for (name, value) in response.headers {
            fields[name.lowercased()] = fields[name.lowercased()].map { "\($0)\n\(value)" } ?? value
        }
        return Answer(status: Int(response.status.code), headers: fields, text: text)
    }

    func page(_ path: String, headers: [(String, String)] = []) async throws -> Answer {
        try await send("GET", path, headers: headers)
    }

    /// A form, as a program posts it: without the headers of browsers, it needs no page token.
    func post(_ path: String, _ fields: String = "", headers: [(String, String)] = []) async throws -> Answer {
        try await send("POST", path, fields, headers: headers)
    }

    func control(_ method: String, _ path: String, _ body: JSON? = nil) async throws -> JSON {
        let answer = try await send(
            method, "/_toque/\(path)", body?.serialized(), type: "application/json", accept: "application/json")
        try #require((200..<300).contains(answer.status), "\(answer.text)")
        return answer.json
    }

    /// The control API's entry of an object that each of the provider's events makes; of the first event without one.
    @discardableResult
    func trigger(_ event: String? = nil, _ parameters: JSONObject = [:]) async throws -> JSON {
        var body = parameters
        body["event"] = .string(event ?? server.engine.provider.triggers.first?.name ?? "")
        _ = try await control("POST", "trigger", .object(body))
        return try #require(try await control("GET", "objects?limit=1")["objects"]?.arrayValue?.first)
    }
}
