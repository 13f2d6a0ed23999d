import AsyncHTTPClient
import Foundation
import Glibc
import NIOCore
import NIOSSL
import Testing
import ToqueTestSupport

@testable import Sandbox

@Suite final class TLSTests {
    private let directory: String
    private var certificate: String { directory + "/certificate.pem" }
    private var key: String { directory + "/key.pem" }

    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/toque-tls-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try makeCertificate(certificate, key: key)
    }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private func makeCertificate(_ certificate: String, key: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        try #require(chmod(key, 0o600) == 0)
    }

    private func configuration(_ certificate: String? = nil, _ key: String? = nil) throws -> TLSConfiguration {
        try TLSFiles(certificate: certificate ?? self.certificate, key: key ?? self.key).configuration()
    }

    private func withClient<Result>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(certificate))
        let client = HTTPClient(
            eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: .init(tlsConfiguration: tls))
        do {
            let result = try await body(client)
            try await client.shutdown()
            return result
        } catch {
            try await client.shutdown()
            throw error
        }
    }

    @Test("A webhook is delivered over TLS only if the receiver's certificate is trusted", arguments: [true, false])
    func webhooksGoToWhoIsTrusted(isTrusted: Bool) async throws {
        try await withServer([Route("POST", "hooks", access: .open) { _ in .noContent }]) {
            $0.tls = TLSFiles(certificate: certificate, key: key)
        } _: { receiver throws in
            try await LampSandbox.run {
                $0.webhooks = [receiver.url + "/hooks"]
                $0.webhookAuthorities = isTrusted ? certificate : nil
            } _: { sandbox throws in
                _ = try await sandbox.lamp()
                _ = try await sandbox.engine.webhooks.deliverDue(of: "a")
                let delivery = try await sandbox.control("GET", "deliveries")["deliveries"].arrayValue?.first
                #expect(delivery?["state"] == .string(isTrusted ? "delivered" : "pending"))
                #expect((delivery?["attempts"]?.arrayValue?.first?["error"] == nil) == isTrusted)
            }
        }
    }

    @Test("An authorities file without a certificate is refused with its name")
    func aFileOfAuthoritiesWithoutACertificateIsNamed() async throws {
        await #expect(throws: TLSFileError(file: key, problem: .noCertificate)) {
            try await LampSandbox.run {
                $0.webhookAuthorities = key
            } _: { _ in
            }
        }
    }

    private func faulty(_ fault: Fault) -> Route {
        Route("GET", "\(fault)", access: .open) { _ in
            var response = SandboxResponse.json(["ok": true])
            response.faults = [fault]
            return response
        }
    }

    @Test("A server with a certificate answers over TLS alone")
    func serves() async throws {
        let files = TLSFiles(certificate: certificate, key: key)
        let routes = [Route("GET", "open") { .json(["url": .string($0.publicURL)]) }, faulty(.connectionReset)]
        try await withServer(routes) {
            $0.tls = files
        } _: { server in
            #expect(server.url == "https://127.0.0.1:\(server.port)")
            try await withClient { client in
                let answer = try await server.send("GET", "/open", client: client)
                #expect(answer.text == #"{"url":"\#(server.url)"}"#)
                let error = await #expect(throws: IOError.self) {
                    try await server.send("GET", "/connectionReset", client: client)
                }
                #expect(error?.errnoCode == ECONNRESET)
            }
            // A client that does not speak TLS gets no answer.
            try await RawConnection.open(server.port) { connection in
                try await connection.send("GET /open HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await !connection.receiveAll().contains("200"))
            }
        }
    }

    private func insecureContext() throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        return try NIOSSLContext(configuration: configuration)
    }

    @Test("An upgrade is ignored over TLS too", .timeLimit(.minutes(2))) func ignoresUpgrade() async throws {
        try await withServer([Route("GET", "open", access: .open) { _ in .json(["ok": true]) }]) {
            $0.tls = TLSFiles(certificate: certificate, key: key)
        } _: { server in
            try await RawConnection.open(server.port, tls: try insecureContext()) { connection in
                for _ in 0..<2 {
                    try await connection.send(
                        "GET /open HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
                    #expect(try await connection.receive(through: "}").hasPrefix("HTTP/1.1 200 "))
                }
            }
        }
    }

    @Test("A client that reads nothing of its answer loses its connection over TLS too", .timeLimit(.minutes(2)))
    func endsStalledConnection() async throws {
        let body = [UInt8](repeating: 0x61, count: 16 << 20)
        try await withServer([Route("GET", "big", access: .open) { _ in SandboxResponse(status: 200, body: body) }]) {
            $0.tls = TLSFiles(certificate: certificate, key: key)
            $0.limits.sendTime = .milliseconds(100)
            $0.limits.idleTime = .seconds(3600)
        } _: { server in
            let connections = server.engine.metrics.connections
            try await RawConnection.open(server.port, tls: try insecureContext()) { connection in
                try await connection.send("GET /big HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await eventually { connections.stalled.value == 1 && connections.open.value == 0 })
            }
        }
    }

    private func expect(_ file: String, _ problem: TLSFileError.Problem, _ certificate: String?, _ key: String?) {
        #expect(throws: TLSFileError(file: file, problem: problem)) { _ = try configuration(certificate, key) }
    }

    @Test("A wrong certificate or key file is refused with its name and the problem")
    func namesTheFileThatIsWrong() throws {
        let absent = directory + "/absent.pem"
        expect(absent, .unreadable(ENOENT), absent, nil)
        expect(absent, .unreadable(ENOENT), nil, absent)
        expect(key, .noCertificate, key, nil)
        expect(certificate, .exposed, nil, certificate)
        try #require(chmod(certificate, 0o600) == 0)
        expect(certificate, .noKey, nil, certificate)
        let other = directory + "/other.pem"
        try makeCertificate(other, key: directory + "/other-key.pem")
        expect(key, .otherKey(certificate: other), other, nil)
        let encrypted = directory + "/encrypted.pem"
        try Data("-----BEGIN ENCRYPTED PRIVATE KEY-----\n".utf8).write(to: URL(fileURLWithPath: encrypted))
        try #require(chmod(encrypted, 0o600) == 0)
        expect(encrypted, .encrypted, nil, encrypted)
    }

    @Test(
        "A key file is refused only if all users may read or write it",
        arguments: [(0o600, true), (0o640, true), (0o604, false), (0o602, false)] as [(mode_t, Bool)])
    func refusesKeysThatEverybodyReads(mode: mode_t, isTaken: Bool) throws {
        try #require(chmod(key, mode) == 0)
        if isTaken { _ = try configuration() } else { expect(key, .exposed, nil, nil) }
    }
}
