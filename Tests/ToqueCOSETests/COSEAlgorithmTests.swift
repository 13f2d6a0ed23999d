import Testing
import ToqueCOSE
import ToqueCrypto

@Suite struct COSEAlgorithmTests {
    /// IANA's COSE Algorithms.
    @Test(
        arguments: [
            (.es256, -7, "ES256", .ecdsa(.sha256)), (.edDSA, -8, "EdDSA", .ed25519),
            (.es384, -35, "ES384", .ecdsa(.sha384)), (.es512, -36, "ES512", .ecdsa(.sha512)),
            (.ps256, -37, "PS256", .rsaPSS(.sha256)), (.rs256, -257, "RS256", .rsaPKCS1(.sha256)),
        ] as [(COSEAlgorithm, Int, String, SignatureScheme)])
    func registered(algorithm: COSEAlgorithm, number: Int, name: String, scheme: SignatureScheme) {
        #expect(algorithm.rawValue == number)
        #expect(algorithm.name == name)
        #expect(algorithm.scheme == scheme)
        #expect(COSEAlgorithm(name: name) == algorithm)
        #expect(algorithm.description == "\(name) (\(number))")
    }

    @Test func unknown() {
        let algorithm = COSEAlgorithm(rawValue: -65535)
        #expect(algorithm.name == nil && algorithm.scheme == nil && algorithm.description == "-65535")
        #expect(COSEAlgorithm(name: "es256") == nil && COSEAlgorithm(name: "") == nil)
    }
}
