import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import PixSimulator

@Suite struct IDTokenTests {
    private static let token = IDToken(
        issuer: "http://127.0.0.1:1/bank", audience: "belvo.com", subject: "c1", nonce: "n1", state: "s1", code: "c",
        issuedAt: Simulation.start)

    @Test("An ID token binds the nonce, state, and code")
    func bindsNonceStateAndCode() {
        let claims = Self.token.claims
        #expect(claims["s_hash"] == .base64URL(Digest.sha256("s1").prefix(16)))
        #expect(claims["c_hash"] == .base64URL(Digest.sha256("c").prefix(16)))
        #expect(claims["iat"] == 1_772_366_400)
        #expect(claims["exp"] == 1_772_366_700)
        #expect(IDToken.binds(claims, nonce: "n1", state: "s1", code: "c"))
        #expect(!IDToken.binds(claims, nonce: "n2", state: "s1", code: "c"))
        #expect(!IDToken.binds(claims, nonce: "n1", state: "s2", code: "c"))
        #expect(!IDToken.binds(claims, nonce: "n1", state: "s1", code: "d"))
    }

    @Test("Only an ID token that the bank's key signed is accepted")
    func isSignedByTheBanksKeyAlone() throws {
        let key = try BankKey(seed: "1")
        let token = try key.sign(Self.token.claims)
        #expect(key.claims(of: token) == Self.token.claims)
        // With a seed, the same claims give the same token.
        #expect(try key.sign(Self.token.claims) == token)
        #expect(try BankKey(seed: "2").claims(of: token) == nil)
        let parts = token.split(separator: ".").map(String.init)
        let header = try JSON(parsing: try #require(Base64URL.decode(parts[0])))
        #expect(header == ["alg": "PS256", "typ": "JWT", "kid": .string(key.id)])
        let none = Base64URL.encode((["alg": "none"] as JSON).utf8)
        for wrong in [
            "", "a.b.c", "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).",
            "\(parts[0]).\(parts[1]).AAAA", token + "A", "\(token).", String(token.dropLast(4)) + "AAAA",
        ] {
            #expect(key.claims(of: wrong) == nil, "\(wrong)")
        }
    }

    @Test("The ID token verifies with the published key and binds the request's parameters")
    func verifiesByThePublishedKey() async throws {
        try await Simulation.run { simulation in
            let enrollment = try await simulation.createEnrollment()
            let redirect = try #require(enrollment["details"]?["redirect_url"]?.stringValue)
            let query = try #require(FormURLEncoding.decode(redirect.split(separator: "?").last ?? ""))
            let request = Dictionary(uniqueKeysWithValues: query.map { ($0.name, $0.value) })
            #expect(request["client_id"] == "belvo.com")
            #expect(request["response_type"] == "code id_token")
            #expect(request["redirect_uri"] == "https://loja.example/volta")
            let callback = try await simulation.decide(enrollment)

            let discovery = try await simulation.send(
                "GET", "/bank/.well-known/openid-configuration", key: nil
            ).json
            #expect(discovery["issuer"] == .string("\(simulation.simulator.url)/bank"))
            let keys = try await simulation.send("GET", discovery["jwks_uri"]?.stringValue ?? "", key: nil).json
            let jwk = JSONReader(try #require(keys["keys"]?.arrayValue?.first))
            let key = try VerifyingKey(
                .rsa(modulus: jwk.member("n").base64URL(), exponent: jwk.member("e").base64URL()))
            let token = try #require(JWS(callback["id_token"]?.stringValue ?? ""))
            #expect(token.header["kid"] == jwk.value["kid"])
            #expect(key.verify(token.signature, of: token.signed, scheme: .rsaPSS(.sha256)))
            #expect(token.claims["iss"] == discovery["issuer"])
            #expect(token.claims["aud"] == "belvo.com")
            #expect(token.claims["sub"] == .string(Simulation.customer))
            #expect(token.claims["nonce"]?.stringValue == request["nonce"])
            #expect(
                token.claims["s_hash"] == .base64URL(Digest.sha256(callback["state"]?.stringValue ?? "").prefix(16)))
        }
    }

    @Test("The code and ID token of one enrollment are refused for another")
    func countsForItsOwnEnrollment() async throws {
        try await Simulation.run { simulation in
            let first = try await simulation.decide(simulation.createEnrollment())
            let second = try await simulation.decide(simulation.createEnrollment())
            for name in ["code", "id_token"] {
                var mixed = try #require(first.objectValue)
                mixed[name] = second[name]
                let answer = try await simulation.complete(.object(mixed))
                #expect(answer.status == 400)
                #expect(answer.field == name)
            }
            #expect(try await simulation.complete(first).status == 200)
        }
    }

    /// A client may request the parameters in the fragment (OAuth 2.0 Multiple Response Type Encoding Practices).
    @Test("The callback parameters are in the fragment if response_mode requests it")
    func comesInTheFragmentToo() async throws {
        try await Simulation.run { simulation in
            let enrollment = try await simulation.createEnrollment()
            let url = try #require(enrollment["details"]?["redirect_url"]?.stringValue) + "&response_mode=fragment"
            let answer = try await simulation.send("POST", url, body: Array("decision=approve".utf8), key: nil)
            #expect(answer.headers["location"]?.hasPrefix("https://loja.example/volta#state=") == true)
        }
    }

    /// The key is in the database: a token from before a restart stays valid.
    @Test("The bank's key and its ID tokens survive a restart")
    func outlivesARestart() async throws {
        let file = try DatabaseFile()
        var callback = JSON.null
        var published = JSON.null
        try await Simulation.run(database: file.location, configure: { $0.bankKey = nil }) { simulation in
            callback = try await simulation.decide(simulation.createEnrollment())
            published = try await simulation.send("GET", "/bank/jwks.json", key: nil).json
        }
        // Another seed would make another key.
        try await Simulation.run(
            database: file.location, seed: "other", configure: { $0.bankKey = nil }
        ) { simulation in
            let again = try await simulation.send("GET", "/bank/jwks.json", key: nil).json
            #expect(again == published)
            #expect(try await simulation.complete(callback).status == 200)
        }
    }
}
