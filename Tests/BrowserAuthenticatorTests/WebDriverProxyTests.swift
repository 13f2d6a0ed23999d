import BrowserAuthenticator
import Synchronization
import Testing
import ToqueEncoding

/// The proxy in front of a driver that has one session and answers `null`.
@Suite struct WebDriverProxyTests {
    private let proxy = WebDriverProxy(url: { "http://127.0.0.1:1" }) { method, path, body in
        guard (method, path) == ("POST", "/session") else {
            return .init(status: 200, body: Array(#"{"value":null}"#.utf8))
        }
        #expect(!String(decoding: body, as: UTF8.self).contains("webauthn:"), "the driver may not know it")
        return .init(status: 200, body: Array(#"{"value":{"sessionId":"1","capabilities":{}}}"#.utf8))
    }

    private func ask(
        _ method: String, _ path: String, _ body: JSON = [:], origin: String? = nil
    ) async throws -> (status: Int, value: JSON) {
        let response = await proxy.respond(
            to: BrowserRequest(
                method: method, path: path, host: "127.0.0.1:1", origin: origin,
                body: Array(body.serialized().utf8)))
        return (response.status, try #require(try JSON(parsing: response.body)["value"]))
    }

    private func open() async throws {
        let capabilities: JSON = ["alwaysMatch": ["webauthn:virtualAuthenticators": true, "browserName": "x"]]
        let answer = try await ask("POST", "/session", ["capabilities": capabilities])
        #expect(answer.value["capabilities"]?["webauthn:virtualAuthenticators"] == true)
    }

    private static let authenticators = "/session/1/webauthn/authenticator"
    private static let resident: JSON = [
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": true, "hasUserVerification": true,
    ]
    /// A private key on P-256 as PKCS #8: the scalar 1.
    private static let privateKey =
        "MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ"

    @Test func `A credential that was added is listed with its private key, also with padding`() async throws {
        try await open()
        let id = try #require(try await ask("POST", Self.authenticators, Self.resident).value.stringValue)
        let credential: JSON = [
            "credentialId": "AQI=", "isResidentCredential": true, "rpId": "localhost", "userHandle": "dXNlcg==",
            "privateKey": .string(Self.privateKey), "signCount": 7, "backupEligibility": true, "backupState": false,
        ]
        #expect(try await ask("POST", "\(Self.authenticators)/\(id)/credential", credential).status == 200)
        let listed = try await ask("GET", "\(Self.authenticators)/\(id)/credentials").value.arrayValue?.first
        #expect(listed?["credentialId"] == "AQI")
        #expect(listed?["privateKey"] == .string(Self.privateKey))
        #expect(listed?["signCount"] == 7)
        let props = "\(Self.authenticators)/\(id)/credentials/AQI/props"
        #expect(try await ask("POST", props, ["backupState": true]).status == 200)
        let changed = try await ask("GET", "\(Self.authenticators)/\(id)/credentials").value.arrayValue?.first
        #expect(changed?["backupState"] == true)
        #expect(changed?["signCount"] == 7)
        #expect(try await ask("DELETE", "\(Self.authenticators)/\(id)/credentials/AQI").status == 200)
        #expect(try await ask("GET", "\(Self.authenticators)/\(id)/credentials").value == [])
        #expect(try await ask("DELETE", "\(Self.authenticators)/\(id)").status == 200)
    }

    @Test func `Wrong configurations and unknown authenticators are invalid arguments`() async throws {
        try await open()
        let wrong: [JSON] = [
            [:], ["protocol": "ctap9", "transport": "usb"], ["protocol": "ctap2", "transport": "tin can"],
            ["protocol": "ctap1/u2f", "transport": "usb", "hasResidentKey": true],
            ["protocol": "ctap2", "transport": "usb", "extensions": ["telepathy"]],
        ]
        for configuration in wrong {
            let answer = try await ask("POST", Self.authenticators, configuration)
            #expect(answer.status == 400)
            #expect(answer.value["error"] == "invalid argument")
        }
        #expect(try await ask("GET", "\(Self.authenticators)/none/credentials").value["error"] == "invalid argument")
        #expect(try await ask("POST", "/session/2/url").value["error"] == "invalid session id")
    }

    @Test func `A call that a page kept is answered for the origin of its frame`() async throws {
        let sent = Mutex<[JSON]>([])
        let call = #"{"method":"capabilities","id":"1","origin":"http://localhost:3000"}"#
        let proxy = WebDriverProxy(url: { "http://127.0.0.1:1" }) { method, path, body in
            var value: JSON = .null
            switch (method, path) {
            case ("POST", "/session"): value = ["sessionId": "1", "capabilities": [:]]
            case ("GET", "/session/1/alert/text"): return .init(status: 404, body: Array(#"{"value":{}}"#.utf8))
            case ("POST", "/session/1/execute/sync"):
                let arguments = try JSON(parsing: body)["args"] ?? .null
                let isFirst = sent.withLock { sent in
                    sent.append(arguments)
                    return sent.count <= 2
                }
                // The second page claims to be the first one.
                let origin = sent.withLock { $0.count } == 1 ? "http://localhost:3000" : "http://evil.example"
                let taken: JSON = isFirst ? [["id": "a", "body": .string(call)]] : []
                value = ["origin": .string(origin), "taken": taken, "delivered": ["a"]]
            default: break
            }
            return .init(status: 200, body: Array(JSON.object(["value": value]).serialized().utf8))
        }
        for (path, body) in [("/session", [:]), (Self.authenticators, Self.resident)] {
            _ = await proxy.respond(
                to: BrowserRequest(
                    method: "POST", path: path, host: "127.0.0.1:1", body: Array(body.serialized().utf8)))
        }
        let answers = sent.withLock { $0.compactMap { $0.arrayValue?.first?.arrayValue?.first?["body"]?.stringValue } }
        try #require(answers.count == 2)
        #expect(answers[0].contains("userVerifyingPlatformAuthenticator"))
        #expect(answers[1].contains("another origin"))
    }

    @Test func `A dialog of the page stays open for the test`() async throws {
        let ran = Mutex(false)
        let proxy = WebDriverProxy(url: { "http://127.0.0.1:1" }) { method, path, _ in
            if path.hasSuffix("/execute/sync") { ran.withLock { $0 = true } }
            let value = method == "POST" && path == "/session" ? #"{"sessionId":"1","capabilities":{}}"# : #""Sure?""#
            return .init(status: 200, body: Array(#"{"value":\#(value)}"#.utf8))
        }
        for (path, body) in [
            ("/session", [:]), (Self.authenticators, Self.resident), ("/session/1/element/2/click", [:]),
        ] {
            _ = await proxy.respond(
                to: BrowserRequest(
                    method: "POST", path: path, host: "127.0.0.1:1", body: Array(body.serialized().utf8)))
        }
        #expect(!ran.withLock { $0 })
    }

    @Test func `A page cannot drive the browser`() async throws {
        #expect(try await ask("POST", "/session", origin: "http://localhost:3000").status == 403)
    }
}
