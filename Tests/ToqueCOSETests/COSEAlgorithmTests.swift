import Testing
import ToqueCOSE
import ToqueCrypto

@Suite struct COSEAlgorithmTests {
    /// IANA's COSE Algorithms.
    @Test(
        "An algorithm has IANA's number and name, and its signature scheme",
        arguments: [
            (.es256, -7, "ES256", .ecdsa(.sha256)), (.edDSA, -8, "EdDSA", .ed25519),
            (.es384, -35, "ES384", .ecdsa(.sha384)), (.es512, -36, "ES512", .ecdsa(.sha512)),
            (.ps256, -37, "PS256", .rsaPSS(.sha256)), (.rs256, -257, "RS256", .rsaPKCS1(.sha256)),
            (.ps384, -38, "PS384", .rsaPSS(.sha384)), (.rs384, -258, "RS384", .rsaPKCS1(.sha384)),
            (.ps512, -39, "PS512", .rsaPSS(.sha512)), (.rs512, -259, "RS512", .rsaPKCS1(.sha512)),
            (.es256K, -47, "ES256K", .ecdsa(.sha256)), (.esp256, -9, "ESP256", .ecdsa(.sha256)),
            (.esp384, -51, "ESP384", .ecdsa(.sha384)), (.esp512, -52, "ESP512", .ecdsa(.sha512)),
            (.ed25519, -19, "Ed25519", .ed25519), (.ed448, -53, "Ed448", .ed448),
            (.rs1, -65535, "RS1", .rsaPKCS1(.sha1)),
        ] as [(COSEAlgorithm, Int, String, SignatureScheme)])
    func registered(algorithm: COSEAlgorithm, number: Int, name: String, scheme: SignatureScheme) {
        #expect(algorithm.rawValue == number)
        #expect(algorithm.name == name)
        #expect(algorithm.scheme == scheme)
        #expect(COSEAlgorithm(name: name) == algorithm)
        #expect(algorithm.description == "\(name) (\(number))")
    }

    @Test("16 algorithms are supported, and RS1 is none of them")
    func rs1IsNoneOfTheSupported() {
        #expect(COSEAlgorithm.supported.count == 16 && Set(COSEAlgorithm.supported).count == 16)
        #expect(COSEAlgorithm.supported.allSatisfy { $0.scheme != nil } && !COSEAlgorithm.supported.contains(.rs1))
    }

    @Test("An unknown number has no name or scheme, and an unknown name has no algorithm")
    func unknown() {
        let algorithm = COSEAlgorithm(rawValue: -65534)
        #expect(algorithm.name == nil && algorithm.scheme == nil && algorithm.description == "-65534")
        #expect(COSEAlgorithm(name: "es256") == nil && COSEAlgorithm(name: "") == nil)
    }
}
