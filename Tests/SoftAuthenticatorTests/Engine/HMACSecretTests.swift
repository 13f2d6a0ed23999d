import CTAP
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("hmac-secret")
struct HMACSecretTests {
    private static let seed = [UInt8](repeating: 9, count: 32)
    private static let salts = (0..<64).map { UInt8($0) }

    @Test("hmac-secret outputs are the HMAC-SHA-256 of each salt", arguments: [32, 64])
    func outputsAreThoseOfHMAC(count: Int) {
        let outputs = HMACSecret.outputs(
            seed: SecretBytes(copying: Self.seed), salts: SecretBytes(copying: Self.salts[..<count]))
        let expected =
            HMAC.sha256(key: Self.seed, message: Array(Self.salts[..<32]))
            + HMAC.sha256(key: Self.seed, message: Array(Self.salts[32...]))
        #expect(outputs.withUnsafeBytes { Array($0) } == Array(expected[..<count]))
    }

    // MARK: The W3C's vectors

    /// Returns the bytes of a vector.
    private struct FixedRandom: RandomSource {
        let given: [UInt8]
        var isDeterministic: Bool { true }
        func fill(_ buffer: UnsafeMutableRawBufferPointer) { buffer.copyBytes(from: given.prefix(buffer.count)) }
    }

    @Test(
        "Salts, key agreement and hmac-secret outputs match the vectors of the W3C",
        .enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
    func publishedVectors() throws {
        let vectors = JSONReader(try Corpora.load("w3c-prf-hmac-secret.json"))
        let shared = try vectors.member("shared")
        let cases = try vectors.member("ctap2_hmac_secret_cases").elements()
        var protocols: Set<PINUVAuthProtocol> = []
        for vector in cases {
            let number = try vector.member("pinUvAuthProtocol").int()
            let version = try #require(UInt8(exactly: number).flatMap(PINUVAuthProtocol.init))
            protocols.insert(version)
            let (inputs, client) = (try vector.member("inputs"), try vector.member("client_computes"))
            let values = PRFValues(
                first: try inputs.hex("prf_eval_first"),
                second: try inputs.optional("prf_eval_second").map { _ in try inputs.hex("prf_eval_second") })
            let salts = try client.hex("salt1") + (values.second == nil ? [] : try client.hex("salt2"))
            #expect(values.salts == salts)

            let platform = try PINUVAuthKeyAgreement(
                protocol: version,
                random: FixedRandom(given: try shared.hex("platform_key_agreement_private_key")))
            let authenticator = try PINUVAuthKeyAgreement(
                protocol: version,
                random: FixedRandom(given: try shared.hex("computed_authenticator_key_agreement_private_key")))
            let published = try shared.member("authenticator_key_agreement_public_key")
            #expect(authenticator.publicKey == KeyAgreementKey(x: try published.hex("-2"), y: try published.hex("-3")))
            let input = HMACSecretInput(
                keyAgreement: platform.publicKey, saltEnc: try client.hex("salt_enc"),
                saltAuth: try vector.member("computed").hex("salt_auth"), pinUvAuthProtocol: UInt64(version.rawValue))
            let exchange = try HMACSecretExchange(
                input, secret: try authenticator.sharedSecret(with: input.keyAgreement))
            let vectorIV = version == .two ? try vector.hex("iv_output_enc") : []
            let output = try exchange.outputs(
                seed: SecretBytes(copying: try shared.hex("authenticator_cred_random")),
                random: FixedRandom(given: vectorIV))
            #expect(output == (try vector.member("authenticator_computes").hex("output_enc")))
        }
        #expect(protocols == Set(PINUVAuthProtocol.allCases))
    }
}
