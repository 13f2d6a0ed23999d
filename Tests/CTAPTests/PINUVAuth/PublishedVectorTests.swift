import CTAP
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

/// The vectors of WebAuthn Level 3 for `prf` over hmac-secret.
@Suite(.enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
struct PublishedVectorTests {
    @Test("The published prf vectors over hmac-secret are reproduced")
    func hmacSecret() throws {
        let corpus = JSONReader(try Corpora.load("w3c-prf-hmac-secret.json"))
        let shared = try corpus.member("shared")
        let authenticatorKey = try shared.member("authenticator_key_agreement_public_key")
        let credRandom = try shared.hex("authenticator_cred_random")
        var versions: Set<PINUVAuthProtocol> = []
        for vector in try corpus.member("ctap2_hmac_secret_cases").elements() {
            let id = try vector.member("id").string()
            let number = try #require(UInt8(exactly: try vector.member("pinUvAuthProtocol").int()))
            let version = try #require(PINUVAuthProtocol(rawValue: number))
            versions.insert(version)
            let client = try vector.member("client_computes")
            let authenticator = try vector.member("authenticator_computes")

            var salts: [[UInt8]] = []
            var outputs: [[UInt8]] = []
            var results: [[UInt8]] = []
            for (index, name) in ["first", "second"].enumerated() {
                guard let input = try vector.member("inputs").optional("prf_eval_\(name)") else { continue }
                let evaluation = try #require(Hex.decode(try input.string()))
                salts.append(Digest.sha256(Array("WebAuthn PRF".utf8) + [0] + evaluation))
                #expect(try salts[index] == client.hex("salt\(index + 1)"), "\(id)")
                outputs.append(HMAC.sha256(key: credRandom, message: salts[index]))
                #expect(try outputs[index] == authenticator.hex("output\(index + 1)"), "\(id)")
                results.append(try vector.member("client_decrypts").hex("prf_results_\(name)"))
            }

            let vectors = version == .two ? [try vector.hex("iv_salt_enc"), try vector.hex("iv_output_enc")] : []
            let exchange = try Exchange(
                version,
                random: ScriptedRandom(
                    [
                        try shared.hex("computed_authenticator_key_agreement_private_key"),
                        try shared.hex("platform_key_agreement_private_key"),
                    ] + vectors))
            #expect(try exchange.authenticatorKey.x == authenticatorKey.hex("-2"))
            #expect(try exchange.authenticatorKey.y == authenticatorKey.hex("-3"))

            let saltEnc = try exchange.encrypt(salts.flatMap { $0 })
            #expect(try saltEnc == client.hex("salt_enc"), "\(id)")
            let saltAuth = try vector.member("computed").hex("salt_auth")
            #expect(exchange.authenticate(saltEnc) == saltAuth && exchange.verify(saltEnc, saltAuth), "\(id)")
            #expect(try exchange.decrypt(saltEnc) == salts.flatMap { $0 }, "\(id)")

            let outputEnc = try exchange.encryptAnswer(outputs.flatMap { $0 })
            #expect(try outputEnc == authenticator.hex("output_enc"), "\(id)")
            #expect(try exchange.decryptAnswer(outputEnc) == results.flatMap { $0 }, "\(id)")
        }
        #expect(versions == [.one, .two])
    }
}
