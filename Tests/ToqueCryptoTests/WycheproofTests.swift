import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

/// Project Wycheproof's signatures with their expected verdicts.
@Suite(.enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
struct WycheproofTests {
    /// - Parameter acceptable: The cases without a fixed verdict that are refused here.
    private func check(
        _ file: String, _ scheme: SignatureScheme, acceptable: Set<Int> = [],
        key: (JSONReader) throws -> PublicKeyParameters
    ) throws {
        let corpus = JSONReader(try Corpora.load(file))
        var count = 0
        for group in try corpus.member("testGroups").elements() {
            let key = try VerifyingKey(key(try group.member("publicKey")))
            for test in try group.member("tests").elements() {
                count += 1
                let number = try test.member("tcId").int()
                let result = try test.member("result").string()
                let verdict = key.verify(try test.hex("sig"), of: try test.hex("msg"), scheme: scheme)
                #expect((result == "acceptable") == acceptable.contains(number), "\(file) \(number)")
                #expect(verdict == (result == "valid"), "\(file) \(number)")
            }
        }
        #expect(try count == corpus.member("numberOfTests").int())
    }

    /// The number in the given number of bytes, if it fits.
    private func padded(_ number: [UInt8], to count: Int) -> [UInt8] {
        let significant = number.drop { $0 == 0 }
        return [UInt8](repeating: 0, count: max(0, count - significant.count)) + significant
    }

    @Test(
        "ECDSA verification agrees with Wycheproof",
        arguments: [
            ("wycheproof_ecdsa_secp256r1_sha256.json", .p256, .sha256),
            ("wycheproof_ecdsa_secp384r1_sha384.json", .p384, .sha384),
            ("wycheproof_ecdsa_secp521r1_sha512.json", .p521, .sha512),
        ] as [(String, EllipticCurve, DigestAlgorithm)])
    func ecdsa(file: String, curve: EllipticCurve, digest: DigestAlgorithm) throws {
        try check(file, .ecdsa(digest)) {
            .ec(curve, x: padded(try $0.hex("wx"), to: curve.size), y: padded(try $0.hex("wy"), to: curve.size))
        }
    }

    @Test("Ed25519 verification agrees with Wycheproof")
    func ed25519() throws {
        try check("wycheproof_ed25519.json", .ed25519) { .ed25519(try $0.hex("pk")) }
    }

    @Test(
        "RSA verification agrees with Wycheproof, and acceptable cases are refused",
        arguments: [
            // 8: the digest's AlgorithmIdentifier without its NULL parameter.
            ("wycheproof_rsa_signature_2048_sha256.json", .rsaPKCS1(.sha256), [8]),
            ("wycheproof_rsa_pss_2048_sha256_mgf1_32.json", .rsaPSS(.sha256), []),
        ] as [(String, SignatureScheme, Set<Int>)])
    func rsa(file: String, scheme: SignatureScheme, acceptable: Set<Int>) throws {
        try check(file, scheme, acceptable: acceptable) {
            .rsa(modulus: padded(try $0.hex("modulus"), to: 0), exponent: padded(try $0.hex("publicExponent"), to: 0))
        }
    }
}
