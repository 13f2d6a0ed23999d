import Foundation
import GRDB
import Logging
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import Sandbox

/// Secrets as a provider declares them.
@Suite struct TenantSecretsTests {
    private static let provider = TestProvider(
        routes: [
            Route("POST", "signed") { request in
                guard let key = request.secret("key"), let signature = request.header("Signature"),
                    HMAC.sha256(key: key.bytes, message: request.body).constantTimeEquals(Hex.decode(signature) ?? [])
                else { throw SandboxError(status: 401, code: "signature", message: "") }
                return .noContent
            }
        ], tenantSecrets: ["key", "pin"], secretNames: ["pan"])

    private func run(
        _ database: SandboxStore.Location = .memory, secrets: String? = nil, seed: String? = "seed",
        provider: TestProvider = provider, _ body: (SandboxServer) async throws -> Void
    ) async throws {
        var configuration = SandboxConfiguration(
            keys: [APIKey(id: "id", secret: "secret"), APIKey(id: "b", secret: "secret")],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        configuration.database = database
        configuration.secrets = secrets
        configuration.seed = seed
        configuration.shutdownGrace = .milliseconds(10)
        let server = try await SandboxServer(configuration, provider: provider)
        do {
            try await body(server)
        } catch {
            await server.stop()
            throw error
        }
        await server.stop()
    }

    private func text(_ name: String, of tenant: String, _ server: SandboxServer) -> String? {
        server.engine.store.secret(name, of: tenant)?.bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func file(_ text: String) throws -> String {
        let path = NSTemporaryDirectory() + "toque-secrets-\(UUID().uuidString)"
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
        return path
    }

    @Test("Each tenant has each declared secret, the same from the same seed")
    func areMadeFromTheSeed() async throws {
        var made: [[String?]] = []
        for seed in ["seed", "seed", nil] {
            try await run(seed: seed) { server in
                made.append(["key", "pin"].flatMap { name in ["id", "b"].map { text(name, of: $0, server) } })
                #expect(text("other", of: "id", server) == nil)
                #expect(text("key", of: "other", server) == nil)
            }
        }
        #expect(made[0] == made[1])
        #expect(Set(made.flatMap(\.self).compactMap(\.self)).count == 8)
    }

    @Test("A file gives tenants their secrets, which survive restarts and resets")
    func comeFromAFile() async throws {
        let database = try SandboxFile()
        let path = try file("# of the tests\n\nid:key:given:4711\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await run(database.location, secrets: path) { #expect(text("key", of: "id", $0) == "given:4711") }
        var pin: String?
        try await run(database.location, seed: nil) { server throws in
            #expect(text("key", of: "id", server) == "given:4711")
            pin = text("pin", of: "id", server)
            #expect(try await server.send("POST", "/_toque/reset").status == 204)
            #expect(text("key", of: "id", server) == "given:4711")
        }
        // A provider that declares one more secret keeps the existing ones.
        var more = Self.provider
        more.tenantSecrets.append("third")
        try await run(database.location, seed: nil, provider: more) { server in
            #expect(text("pin", of: "id", server) == pin)
            #expect(text("third", of: "id", server) != nil)
        }
    }

    @Test(
        "A line of the file that gives no secret is named, and never shown",
        arguments: [
            ("geheim-4711", "expected key id:name:secret"), ("x:key:geheim-4711", "there is no API key with this id"),
            ("id:k:geheim-4711", "the provider has no secret of this name, but key, pin"),
            ("id:key:geheim", "expected a secret of 8 to 4096 visible ASCII characters"),
        ])
    func namesTheWrongLine(_ line: String, problem: String) async throws {
        let path = try file("id:key:12345678\n\(line)\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = await #expect(throws: SandboxConfigurationError.self) { try await run(secrets: path) { _ in } }
        #expect(error?.description == "the secrets: \(path), line 2: \(problem)")
    }

    @Test("Files with secrets that others may read are refused")
    func refusesFilesOfOthers() async throws {
        let path = try file("id:key:12345678\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        await #expect(throws: SandboxConfigurationError.self) { try await run(secrets: path) { _ in } }
        let database = try SandboxFile()
        try await run(database.location) { _ in }
        guard case .file(let stored) = database.location else { return }
        let mode = try FileManager.default.attributesOfItem(atPath: stored)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o604], ofItemAtPath: stored)
        await #expect(throws: SandboxStoreError.self) { try await run(database.location) { _ in } }
    }

    @Test("A handler checks a request's signature, and control never shows the secret")
    func checkSignatures() async throws {
        try await run { server in
            let key = try #require(server.engine.store.secret("key", of: "id"))
            let signature = Hex.encode(HMAC.sha256(key: key.bytes, message: Array(#"{"pan":"4711"}"#.utf8)))
            func send(_ body: String) async throws -> UInt {
                try await server.send(
                    "POST", "/signed", headers: [("Signature", signature), ("Content-Type", "application/json")],
                    body: body
                ).status
            }
            #expect(try await send(#"{"pan":"4711"}"#) == 204)
            #expect(try await send(#"{"pan":"4712"}"#) == 401)
            #expect(
                try await server.journal.entries.map { String(decoding: $0.request.body, as: UTF8.self) }
                    == [#"{"pan":"***"}"#, #"{"pan":"***"}"#])
            let secret = try #require(text("key", of: "id", server))
            let state = try await server.send("GET", "/_toque/state").text
            for path in ["keys", "requests", "deliveries", ""] {
                #expect(try await !server.send("GET", "/_toque/\(path)").text.contains(secret))
            }
            #expect(!state.contains(secret))
            // A sandbox that loads the state keeps its own secrets.
            try await run(seed: "other") { other in
                let before = text("key", of: "id", other)
                let loaded = try await other.send(
                    "PUT", "/_toque/state", headers: [("Content-Type", "application/json")], body: state)
                #expect(loaded.status == 204)
                #expect(text("key", of: "id", other) == before)
            }
        }
    }

    @Test("A tenant that is added later has secrets, which are removed with it")
    func endWithTheTenant() async throws {
        try await run { server in
            let store = server.engine.store
            try await server.engine.admit(APIKey(id: "late", secret: "12345678"), isConfigured: false)
            #expect(store.secret("key", of: "late") != nil)
            try await store.remove("late")
            #expect(store.secret("key", of: "late") == nil)
            let left = try await store.sqlite { database in
                try String.fetchAll(database, sql: "SELECT DISTINCT tenant FROM tenant_secret ORDER BY tenant")
            }
            #expect(left == ["b", "id"])
        }
    }
}
