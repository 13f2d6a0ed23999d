import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import ToqueCrypto

/// RFC 6979 appendix A.2, the message "sample" with the digest of WebAuthn's algorithm for the curve.
@Suite struct DeterministicECDSATests {
    struct Vector: Sendable {
        let curve: EllipticCurve
        let digest: DigestAlgorithm
        let message: [UInt8]
        let scalar: [UInt8]
        let x: [UInt8]
        let y: [UInt8]
        let signature: [UInt8]
    }

    private static let sample = Array("sample".utf8)

    static let vectors = [
        // A.2.5
        Vector(
            curve: .p256, digest: .sha256, message: sample,
            scalar: hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"),
            x: hex("60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"),
            y: hex("7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"),
            signature: hex(
                """
                3046022100efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716
                022100f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8
                """)),
        // A.2.6
        Vector(
            curve: .p384, digest: .sha384, message: sample,
            scalar: hex(
                """
                6b9d3dad2e1b8c1c05b19875b6659f4de23c3b667bf297ba9aa47740787137d896d5724e4c70a825f872c9ea60d2edf5
                """),
            x: hex(
                """
                ec3a4e415b4e19a4568618029f427fa5da9a8bc4ae92e02e06aae5286b300c64def8f0ea9055866064a254515480bc13
                """),
            y: hex(
                """
                8015d9b72d7d57244ea8ef9ac0c621896708a59367f9dfb9f54ca84b3f1c9db1288b231c3ae0d4fe7344fd2533264720
                """),
            signature: hex(
                """
                306602310094edbb92a5ecb8aad4736e56c691916b3f88140666ce9fa7
                3d64c4ea95ad133c81a648152e44acf96e36dd1e80fabe46
                02310099ef4aeb15f178cea1fe40db2603138f130e740a19624526
                203b6351d0a3a94fa329c145786e679e7b82c71a38628ac8
                """)),
        // A.2.7
        Vector(
            curve: .p521, digest: .sha512, message: sample,
            scalar: hex(
                """
                00fad06daa62ba3b25d2fb40133da757205de67f5bb0018fee8c86e1b68c7e75ca
                a896eb32f1f47c70855836a6d16fcc1466f6d8fbec67db89ec0c08b0e996b83538
                """),
            x: hex(
                """
                01894550d0785932e00eaa23b694f213f8c3121f86dc97a04e5a7167db4e5bcd37
                1123d46e45db6b5d5370a7f20fb633155d38ffa16d2bd761dcac474b9a2f5023a4
                """),
            y: hex(
                """
                00493101c962cd4d2fddf782285e64584139c2f91b47f87ff82354d6630f746a28
                a0db25741b5b34a828008b22acc23f924faafbd4d33f81ea66956dfeaa2bfdfcf5
                """),
            signature: hex(
                """
                3081870242
                00c328fafcbd79dd77850370c46325d987cb525569fb63c5d3bc53950e6d4c5f17
                4e25a1ee9017b5d450606add152b534931d7d4e8455cc91f9b15bf05ec36e377fa
                0241617cce7cf5064806c467f678d3b4080d6f1cc50af26ca209417308281b68af
                282623eaa63e5b5c0723d8b8c37ff0777b1a20f8ccb1dccc43997f1ee0e44da4a67a
                """)),
    ]

    /// The vector of the private key 1 that libraries for secp256k1 share; they write n - s if s is above n / 2.
    static let secp256k1 = Vector(
        curve: .secp256k1, digest: .sha256, message: Array("Satoshi Nakamoto".utf8),
        scalar: [UInt8](repeating: 0, count: 31) + [1],
        x: hex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"),
        y: hex("483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"),
        signature: hex(
            """
            3046022100934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8
            022100dbbd3162d46e9f9bef7feb87c16dc13b4f6568a87f4e83f728e2443ba586675c
            """))

    private func check(_ vector: Vector) throws {
        let publicKey = PublicKeyParameters.ec(vector.curve, x: vector.x, y: vector.y)
        let key = try SigningKey(
            type: .ec(vector.curve), secret: SecretBytes(copying: vector.scalar),
            deterministic: true)
        #expect(try key.sign(vector.message, scheme: .ecdsa(vector.digest)) == vector.signature)
        #expect(
            try VerifyingKey(publicKey)
                .verify(vector.signature, of: vector.message, scheme: .ecdsa(vector.digest)))
    }

    @Test("Deterministic ECDSA gives the published signature of each curve", arguments: vectors + [secp256k1])
    func published(vector: Vector) throws { try check(vector) }

    /// A.2.5 with digests other than the curve's own: longer ones are truncated to the order's bits.
    @Test("A digest longer than the order is cut to the order's bits")
    func digestLongerThanTheOrder() throws {
        let p256 = Self.vectors[0]
        try check(
            Vector(
                curve: .p256, digest: .sha512, message: Self.sample, scalar: p256.scalar, x: p256.x, y: p256.y,
                signature: hex(
                    """
                    30450221008496a60b5e9b47c825488827e0495b0e3fa109ec4568fd3f8d1097678eb97f00
                    02202362ab1adbe2b8adf9cb9edab740ea6049c028114f2460f96554f61fae3302fe
                    """)))
    }

    @Test(
        "Deterministic ECDSA gives the signatures of the RFC 6979 corpus",
        .enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
    func corpus() throws {
        let cases = try JSONReader(Corpora.load("rfc6979-p256.json")).member("cases").elements()
        for element in cases {
            let curves: [String: (EllipticCurve, DigestAlgorithm)] = [
                "P-256": (.p256, .sha256), "P-384": (.p384, .sha384), "P-521": (.p521, .sha512),
            ]
            let (curve, digest) = try #require(curves[element.member("curve").string()])
            try check(
                Vector(
                    curve: curve, digest: digest, message: element.hex("message_hex"),
                    scalar: element.hex("private_key"), x: element.hex("public_x"), y: element.hex("public_y"),
                    signature: element.hex("signature_der")))
        }
        #expect(cases.count == 6)
    }
}
