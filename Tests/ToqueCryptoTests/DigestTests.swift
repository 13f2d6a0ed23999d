import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import ToqueCrypto

@Suite struct DigestTests {
    /// FIPS 180-4's example "abc".
    @Test(
        "Each algorithm gives FIPS 180-4's digest, of the whole message or its parts",
        arguments: [
            (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha384,
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                .sha512,
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ] as [(DigestAlgorithm, String)])
    func vectors(algorithm: DigestAlgorithm, digest: String) {
        #expect(Hex.encode(Digest.hash(algorithm, Array("abc".utf8))) == digest)
        #expect(Hex.encode(Digest.hash(algorithm, Array("a".utf8), [], Array("bc".utf8))) == digest)
        #expect(digest.count == 2 * algorithm.size)
    }

    @Test("SHA-256 hashes an empty message, and text as UTF-8")
    func sha256OfNothingAndOfText() {
        let empty = hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(Digest.sha256([]) == empty)
        #expect(Digest.hash(.sha256) == empty)
        #expect(Digest.sha256("abc") == Digest.hash(.sha256, Array("abc".utf8)))
    }

    /// RFC 4231 cases 1, 2, 3 and 6: a key of each kind of length.
    @Test(
        "HMAC gives RFC 4231's tags",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8), .sha256,
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8), .sha384,
                "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8), .sha256,
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50), .sha256,
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8), .sha256,
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8), .sha512,
                "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                    + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598"
            ),
        ] as [([UInt8], [UInt8], DigestAlgorithm, String)])
    func hmac(key: [UInt8], message: [UInt8], algorithm: DigestAlgorithm, tag: String) {
        #expect(Hex.encode(HMAC.authenticate(algorithm, key: SecretBytes(copying: key), message: message)) == tag)
        if algorithm == .sha256 { #expect(Hex.encode(HMAC.sha256(key: key, message: message)) == tag) }
    }

    @Test("HMAC-SHA-256 accepts an empty key and message")
    func hmacOfAnEmptyKeyAndMessage() {
        #expect(
            HMAC.sha256(key: [], message: [])
                == hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
        #expect(HMAC.sha256(key: SecretBytes(copying: []), message: []) == HMAC.sha256(key: [], message: []))
    }

    /// RFC 5869 appendix A.1 to A.3.
    @Test(
        "HKDF derives RFC 5869's keys",
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 22), Array(0x00...0x0C), Array(0xF0...0xF9),
                "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
            ),
            (
                Array(0x00...0x4F), Array(0x60...0xAF), Array(0xB0...0xFF),
                "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                    + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
                    + "cc30c58179ec3e87c14c01d5c1f3434f1d87"
            ),
            (
                [UInt8](repeating: 0x0B, count: 22), [], [],
                "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
            ),
        ] as [([UInt8], [UInt8], [UInt8], String)])
    func hkdf(secret: [UInt8], salt: [UInt8], info: [UInt8], expected: String) {
        let derived = HKDF.derive(
            from: SecretBytes(copying: secret), salt: salt, info: info, count: expected.count / 2)
        #expect(derived.withUnsafeBytes { Hex.encode($0) } == expected)
    }

    @Test("HKDF gives 255 different blocks, and shorter keys are their prefix")
    func hkdfGivesAnyLengthUpToItsLimit() {
        let secret = SecretBytes(copying: [1, 2, 3])
        let whole = HKDF.derive(from: secret, salt: [], info: [], count: 255 * 32).withUnsafeBytes { Array($0) }
        #expect(Set(stride(from: 0, to: whole.count, by: 32).map { Array(whole[$0..<$0 + 32]) }).count == 255)
        for count in [0, 1, 31, 32, 33, 64] {
            let part = HKDF.derive(from: secret, salt: [], info: [], count: count).withUnsafeBytes { Array($0) }
            #expect(part == Array(whole.prefix(count)))
        }
    }

    /// NIST CAVP, HMAC_DRBG.rsp, SHA-256 without reseeding: the second of two calls is compared.
    @Test("HMAC_DRBG gives NIST's output")
    func hmacDRBG() {
        var generator = HMACDRBG(
            .sha256,
            seed: SecretBytes(
                copying: hex(
                    """
                    ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488
                    659ba96c601dc69fc902940805ec0ca8
                    """)))
        var output = [UInt8](repeating: 0, count: 128)
        for _ in 0..<2 { output.withUnsafeMutableBytes { generator.generate(into: $0) } }
        #expect(
            output
                == hex(
                    """
                    e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89
                    d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1
                    07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668
                    961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8
                    """))
    }
}
