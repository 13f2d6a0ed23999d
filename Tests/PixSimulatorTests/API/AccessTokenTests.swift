import PixAPI
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import PixSimulator

@Suite struct AccessTokenTests {
    private func send(
        _ simulation: Simulation, _ method: String, _ path: String, token: String, body: JSON? = nil
    ) async throws -> Simulation.Answer {
        try await simulation.send(
            method, path, body: body?.utf8, headers: [("Authorization", "Bearer \(token)")], key: nil)
    }

    private func tokens(_ simulation: Simulation) async throws -> AccessTokens {
        let answer = try await simulation.send("POST", "/payments/api/widget-token/", body: [])
        #expect(answer.status == 200, "\(answer.text)")
        return try AccessTokens(json: answer.json)
    }

    @Test("An access token has the claims that the SDK reads")
    func hasTheClaimsThatTheSDKReads() async throws {
        try await Simulation.run { simulation in
            let tokens = try await tokens(simulation)
            let token = try #require(JWS(tokens.access))
            #expect(token.header == ["alg": "HS256", "typ": "JWT"])
            #expect(
                token.claims.objectValue?.names == [
                    "token_type", "exp", "iat", "jti", "user_id", "environment", "iss", "scopes", "use_cases",
                    "user_data",
                ])
            #expect(token.claims["token_type"] == "access")
            #expect(token.claims["iat"] == 1_772_366_400)
            #expect(token.claims["exp"] == 1_772_367_000)
            #expect(token.claims["use_cases"] == ["ENROLLMENT", "PAYMENT_INTENT"])
            #expect(token.claims["user_data"]?["organization"]?["country_code"] == "BRA")
            #expect(JWS(tokens.refresh)?.claims["token_type"] == "refresh")
            #expect(JWS(tokens.refresh)?.claims["jti"] != token.claims["jti"])
        }
    }

    @Test("An access token opens only the endpoints that the SDK calls")
    func opensWhatTheSDKCallsAndNothingElse() async throws {
        try await Simulation.run { simulation in
            let token = try await tokens(simulation).access
            let id = "00000000-0000-4000-8000-000000000000"
            let open = [
                ("GET", "/institutions/"), ("GET", "/payments/br/institutions"), ("GET", "/enrollments/"),
                ("POST", "/enrollments/"), ("POST", "/enrollments/complete-redirection/"),
                ("GET", "/enrollments/\(id)/"), ("GET", "/enrollments/\(id)/fido-registration-options/"),
                ("POST", "/enrollments/\(id)/confirm/"), ("GET", "/bank-accounts/"), ("GET", "/bank-accounts/\(id)/"),
                ("GET", "/customers/\(Simulation.customer)/"), ("GET", "/payment-intents/"),
                ("POST", "/payment-intents/"), ("GET", "/payment-intents/\(id)/"),
                ("POST", "/payment-intents/\(id)/authorize/"),
            ]
            for (method, path) in open {
                let answer = try await send(simulation, method, path, token: token, body: method == "POST" ? [:] : nil)
                #expect(answer.status != 401 && answer.status < 500, "\(method) \(path): \(answer.status)")
            }
            let closed = [
                ("POST", "/payments/api/widget-token/"), ("POST", "/customers/"), ("GET", "/customers/"),
                ("POST", "/bank-accounts/"), ("PATCH", "/bank-accounts/\(Simulation.account)/"),
                ("PATCH", "/payment-intents/\(id)/"), ("GET", "/charges/"), ("GET", "/charges/\(id)/"),
                ("GET", "/transactions/"), ("GET", "/transactions/\(id)/"),
            ]
            for (method, path) in closed {
                let answer = try await send(simulation, method, path, token: token, body: method == "GET" ? nil : [:])
                #expect(answer.status == 401, "\(method) \(path): \(answer.status)")
            }
        }
    }

    @Test("An access token expires after 600 seconds on its tenant's clock")
    func expiresByTheTenantsClock() async throws {
        try await Simulation.run { simulation in
            #expect(try await simulation.post("/_toque/clock/freeze", [:]).status == 200)
            let tokens = try await tokens(simulation)
            // The sandbox's own clock does not count.
            simulation.clock.advance(by: .seconds(601))
            #expect(try await send(simulation, "GET", "/institutions/", token: tokens.access).status == 200)
            #expect(try await simulation.post("/_toque/clock/advance", ["seconds": 599]).status == 200)
            #expect(try await send(simulation, "GET", "/institutions/", token: tokens.access).status == 200)
            #expect(try await simulation.post("/_toque/clock/advance", ["seconds": 1]).status == 200)
            #expect(try await send(simulation, "GET", "/institutions/", token: tokens.access).status == 401)
            #expect(try await send(simulation, "GET", "/institutions/", token: tokens.refresh).status == 401)
        }
    }

    @Test("An access token is valid for its own tenant only")
    func countsForItsTenantAlone() async throws {
        let second = APIKey(id: "loja", secret: "segredo")
        try await Simulation.run(configure: { $0.sandbox.keys.append(second) }) { simulation in
            _ = try await simulation.createEnrollment()
            let answer = try await simulation.send("POST", "/payments/api/widget-token/", body: [], key: second)
            let other = try AccessTokens(json: answer.json).access
            #expect(
                try await send(simulation, "GET", "/enrollments/?device_id=K78c0ffee", token: other).json["count"] == 0)
            let own = try await tokens(simulation).access
            #expect(
                try await send(simulation, "GET", "/enrollments/?device_id=K78c0ffee", token: own).json["count"] == 1)
        }
    }

    @Test("A reset invalidates the tenant's access tokens")
    func endsWithAReset() async throws {
        try await Simulation.run { simulation in
            let token = try await tokens(simulation).access
            #expect(try await simulation.send("POST", "/_toque/reset", key: nil).status == 204)
            #expect(try await send(simulation, "GET", "/institutions/", token: token).status == 401)
        }
    }

    /// A key that is made again under the same ID belongs to another tenant.
    @Test("An access token ends with its key, even if the key is made again")
    func endsWithItsKey() async throws {
        try await Simulation.run { simulation in
            let key = APIKey(id: "loja", secret: "segredo-1")
            func makeKey() async throws -> Int {
                try await simulation.post("/_toque/keys", ["id": .string(key.id), "secret": .string(key.secret)]).status
            }
            #expect(try await makeKey() == 201)
            let answer = try await simulation.send("POST", "/payments/api/widget-token/", body: [], key: key)
            let token = try AccessTokens(json: answer.json).access
            #expect(try await send(simulation, "GET", "/institutions/", token: token).status == 200)
            #expect(try await simulation.send("DELETE", "/_toque/keys/loja", key: nil).status == 204)
            #expect(try await send(simulation, "GET", "/institutions/", token: token).status == 401)
            #expect(try await makeKey() == 201)
            #expect(try await send(simulation, "GET", "/institutions/", token: token).status == 401)
        }
    }

    @Test("In a loaded state, an access token stays valid for its own tenant only")
    func goesOnWithASavedState() async throws {
        let second = APIKey(id: "loja", secret: "segredo")
        try await Simulation.run(configure: { $0.sandbox.keys.append(second) }) { simulation in
            let token = try await tokens(simulation).access
            let state = try await simulation.get("/_toque/state").text
            #expect(try await simulation.send("POST", "/_toque/reset", key: nil).status == 204)
            func load(_ tenant: String) async throws -> Int {
                try await simulation.send(
                    "PUT", "/_toque/state?tenant=\(tenant)", body: Array(state.utf8),
                    headers: [("Content-Type", "application/json")], key: nil
                ).status
            }
            #expect(try await load(second.id) == 204)
            #expect(try await send(simulation, "GET", "/institutions/", token: token).status == 401)
            #expect(try await load(APIKey.sandbox.id) == 204)
            #expect(try await send(simulation, "GET", "/institutions/", token: token).status == 200)
        }
    }

    @Test("An access token with a foreign signature or none is refused")
    func refusesWhatItDidNotMake() async throws {
        try await Simulation.run { simulation in
            let token = try #require(JWS(try await tokens(simulation).access))
            let foreign = JWS.compact(header: token.header, claims: token.claims) {
                HMAC.sha256(key: [UInt8](repeating: 0, count: 32), message: $0)
            }
            let none = JWS.compact(header: ["alg": "none"], claims: token.claims) { _ in [] }
            for wrong in ["", "a.b.c", foreign, none] {
                #expect(try await send(simulation, "GET", "/institutions/", token: wrong).status == 401, "\(wrong)")
            }
        }
    }

    /// The provider's public sample sends the key in the body.
    @Test("A key in the body gets an access token, and the journal hides its secret")
    func takesTheKeyFromTheBodyToo() async throws {
        try await Simulation.run { simulation in
            let body = AccessTokenRequest(id: "sandbox", password: "sandbox", useCases: [.enrollment])
            let answer = try await simulation.send("POST", "/payments/br/token/", body: body.json.utf8, key: nil)
            #expect(answer.status == 200)
            let tokens = try AccessTokens(json: answer.json)
            #expect(JWS(tokens.access)?.claims["use_cases"] == ["ENROLLMENT"])
            #expect(try await send(simulation, "GET", "/institutions/", token: tokens.access).status == 200)
            let wrong = AccessTokenRequest(id: "sandbox", password: "hunter2")
            let refused = try await simulation.send("POST", "/payments/br/token/", body: wrong.json.utf8, key: nil)
            #expect(refused.status == 401)
            let kept = try await simulation.simulator.journal.entries.map { $0.json.serialized() }.joined()
            #expect(!kept.contains("hunter2"))
            let unreadable = try await simulation.send(
                "POST", "/payments/br/token/", body: Array(#"{"id": 1, "password": 12345}"#.utf8), key: nil)
            #expect(unreadable.status == 400)
            #expect(!unreadable.text.contains("12345"))
        }
    }

    @Test("A page of another origin gets no token for the default key")
    func refusesPagesThatKnowTheDefaultKey() async throws {
        try await Simulation.run { simulation in
            let key = APIKey.sandbox
            let body = AccessTokenRequest(id: key.id, password: key.secret, useCases: [.enrollment]).json.utf8
            for (path, key) in [("/payments/br/token/", nil), ("/payments/api/widget-token/", key)]
                as [(String, APIKey?)]
            {
                let headers = [("Host", "evil.example"), ("Origin", "http://evil.example")]
                let rebound = try await simulation.send("POST", path, body: body, headers: headers, key: key)
                #expect(rebound.status == 403)
                #expect(rebound.text.contains("forbidden_host"))
                let foreign = try await simulation.send(
                    "POST", path, body: body, headers: [("Origin", "https://evil.example")], key: key)
                #expect(foreign.status == 403)
                #expect(foreign.text.contains("cross_origin"))
            }
        }
    }
}
