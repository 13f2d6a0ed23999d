import BrowserAuthenticator
import SoftAuthenticator
import Testing
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// The service without a server.
@Suite struct BrowserServiceTests {
    private static let origin = "http://localhost:3000"
    private static let creation: JSON = [
        "rp": ["name": "Test"], "user": ["id": "dXNlcg", "name": "ana", "displayName": "Ana"],
        "challenge": "Y2hhbGxlbmdl", "pubKeyCredParams": [["type": "public-key", "alg": -7]],
    ]

    private let service: BrowserService

    init() throws {
        service = try BrowserService(
            access: BrowserAccess(token: "secret", origins: .named([Self.origin])), script: { "the script" },
            prepare: { try $0.add(VirtualAuthenticatorOptions(profile: .ios)) })
    }

    private func ask(
        _ method: String, _ path: String, _ body: JSON? = nil, host: String? = "127.0.0.1:8421", origin: String? = nil,
        token: String? = "Bearer secret"
    ) async throws -> (status: Int, json: JSON, headers: [String: String]) {
        let response = await service.respond(
            to: BrowserRequest(
                method: method, path: path, host: host, origin: origin, authorization: token,
                asksForPrivateNetwork: true, body: body.map { Array($0.serialized().utf8) } ?? []))
        let json = (try? JSON(parsing: response.body)) ?? .null
        return (response.status, json, Dictionary(uniqueKeysWithValues: response.headers.map { ($0.name, $0.value) }))
    }

    private func call(_ method: String, _ options: JSON, claimed: String? = nil) async throws -> JSON {
        var message: JSONObject = ["method": .string(method), "options": options]
        message["origin"] = claimed.map(JSON.string)
        return try await ask("POST", "/page", .object(message), origin: Self.origin).json
    }

    @Test func `A page of a named origin registers and signs`() async throws {
        let made = try await call("create", Self.creation)
        let registration = try RegistrationResponse(json: try #require(made["result"]))
        let clientData = try CollectedClientData(parsing: registration.clientDataJSON)
        #expect(clientData.origin == Self.origin)
        let found = try await call("get", ["challenge": "Y2hhbGxlbmdl"])
        let assertion = try AuthenticationResponse(json: try #require(found["result"]))
        #expect(assertion.credentialID == registration.credentialID)
    }

    @Test func `An error has WebAuthn's name`() async throws {
        let foreign = try await call("get", ["challenge": "Y2hhbGxlbmdl", "rpId": "example.com"])
        #expect(foreign["error"]?["name"] == "SecurityError")
        let none = try await call("get", ["challenge": "Y2hhbGxlbmdl"])
        #expect(none["error"]?["name"] == "NotAllowedError")
        let wrong = try await call("create", ["challenge": 7])
        #expect(wrong["error"]?["name"] == "TypeError")
    }

    private static let refused: [(String, String?, String?, Int)] = [
        ("http://evil.example", "Bearer secret", "127.0.0.1:8421", 403),
        ("null", "Bearer secret", "127.0.0.1:8421", 403),
        (origin, "Bearer wrong", "127.0.0.1:8421", 401),
        (origin, nil, "127.0.0.1:8421", 401),
        (origin, "Bearer secret", "evil.example:8421", 403),
        (origin, "Bearer secret", nil, 403),
    ]

    @Test(arguments: refused)
    func `A foreign page, a wrong token and a foreign host are refused`(
        origin: String, token: String?, host: String?, status: Int
    ) async throws {
        let answer = try await ask(
            "POST", "/page", ["method": "create", "options": Self.creation], host: host, origin: origin, token: token)
        #expect(answer.status == status)
        #expect(answer.headers["Access-Control-Allow-Origin"] == nil || status == 401)
    }

    @Test func `A preflight names the page's origin, and a private network`() async throws {
        let answer = try await ask("OPTIONS", "/page", origin: Self.origin, token: nil)
        #expect(answer.status == 204)
        #expect(answer.headers["Access-Control-Allow-Origin"] == Self.origin)
        #expect(answer.headers["Access-Control-Allow-Private-Network"] == "true")
        #expect(try await ask("OPTIONS", "/page", origin: "http://evil.example", token: nil).status == 403)
    }

    @Test func `A page cannot claim another origin, nor manage authenticators`() async throws {
        let body: JSON = ["method": "create", "origin": "https://bank.example", "options": Self.creation]
        #expect(try await ask("POST", "/page", body, origin: Self.origin).status == 403)
        #expect(try await ask("GET", "/authenticators", origin: Self.origin).status == 403)
        #expect(try await ask("GET", "/toque-webauthn.js", origin: Self.origin).status == 403)
    }

    @Test func `A program lists, adds and removes authenticators and credentials`() async throws {
        _ = try await call("create", Self.creation)
        let list = try await ask("GET", "/authenticators").json["authenticators"]?.arrayValue
        let id = try #require(list?.first?["id"]?.stringValue)
        let credentials = try await ask("GET", "/authenticators/\(id)/credentials").json["credentials"]?.arrayValue
        let credential = try #require(credentials?.first)
        #expect(credential["userName"] == "ana")
        #expect(credential["privateKey"] == nil)
        let credentialID = try #require(credential["credentialId"]?.stringValue)
        #expect(try await ask("DELETE", "/authenticators/\(id)/credentials/\(credentialID)").status == 204)
        #expect(try await ask("DELETE", "/authenticators/\(id)/credentials/\(credentialID)").status == 404)
        #expect(try await ask("POST", "/authenticators", ["profile": "unknown"]).status == 400)
        #expect(try await ask("POST", "/authenticators", ["profile": "lab", "attestation": "tpm"]).status == 201)
        #expect(try await ask("DELETE", "/authenticators/\(id)").status == 204)
        #expect(try await ask("GET", "/authenticators/\(id)").status == 404)
        let reset = try await ask("POST", "/reset").json["authenticators"]?.arrayValue
        #expect(reset?.map { $0["profile"] } == ["ios"])
    }

    @Test func `A canceled request ends with AbortError, also where the cancellation comes first`() async throws {
        let message: JSON = ["method": "create", "id": "1", "options": Self.creation]
        _ = try await ask("POST", "/page", ["method": "cancel", "id": "1"], origin: Self.origin)
        let answer = try await ask("POST", "/page", message, origin: Self.origin)
        #expect(answer.json["error"]?["name"] == "AbortError")
        #expect(try await ask("POST", "/page", message, origin: Self.origin).json["result"] != nil)
    }

    @Test(arguments: ["", "{", "[]", "{\"method\":\"launch\"}", "{\"method\":\"get\",\"mediation\":7}"])
    func `A malformed call is refused`(body: String) async throws {
        let response = await service.respond(
            to: BrowserRequest(
                method: "POST", path: "/page", host: "localhost", origin: Self.origin,
                authorization: "Bearer secret", body: Array(body.utf8)))
        #expect(response.status == 400)
    }
}
