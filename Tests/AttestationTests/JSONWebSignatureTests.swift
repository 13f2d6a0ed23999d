import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

@testable import Attestation

@Suite("JSON Web Signature")
struct JSONWebSignatureTests {
    // RFC 7515 appendix A.3.
    private static let header = "eyJhbGciOiJFUzI1NiJ9"
    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    private static let signature =
        "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"

    private func publishedKey() throws -> COSEVerifyingKey {
        let x = try #require(Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"))
        let y = try #require(Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        return try COSEKey(algorithm: .es256, parameters: .ec(.p256, x: x, y: y)).verifyingKey()
    }

    private func read(_ parts: String...) throws(JSONWebSignatureError) -> JSONWebSignature {
        try JSONWebSignature(compact: Array(parts.joined(separator: ".").utf8))
    }

    private func header(_ json: JSON) -> String { Base64URL.encode(Array(json.serialized().utf8)) }

    @Test("The published ECDSA example verifies")
    func publishedExample() throws {
        let jws = try read(Self.header, Self.payload, Self.signature)
        #expect(jws.algorithm == .es256)
        #expect(jws.header == ["alg": "ES256"])
        #expect(try JSON(parsing: jws.payload)["iss"] == "joe")
        #expect(jws.signingInput == Array("\(Self.header).\(Self.payload)".utf8))
        #expect(jws.verify(with: try publishedKey()))
    }

    @Test("Another payload, a truncated signature and a key for another algorithm do not verify")
    func doesNotVerify() throws {
        let key = try publishedKey()
        #expect(try !read(Self.header, Base64URL.encode(Array("{}".utf8)), Self.signature).verify(with: key))
        let bytes = try #require(Base64URL.decode(Self.signature))
        #expect(try !read(Self.header, Self.payload, Base64URL.encode(bytes.dropLast())).verify(with: key))
        #expect(try !read(header(["alg": "RS256"]), Self.payload, Self.signature).verify(with: key))
    }

    @Test(
        "RSA signatures are taken as they stand, those of ECDSA by their numbers",
        arguments: [
            ("RS256", KeyType.rsa(bits: 2048)), ("PS384", .rsa(bits: 2048)), ("ES256", .ec(.p256)),
            ("ES384", .ec(.p384)), ("ES512", .ec(.p521)),
        ])
    func algorithms(_ name: String, _ type: KeyType) throws {
        let algorithm = try #require(COSEAlgorithm(name: name))
        let pair = try KeyPair.generate(type, random: SeededRandom(seed: "jws"))
        let key = try COSEKey(algorithm: algorithm, parameters: pair.publicKey).verifyingKey()
        let signer = try SigningKey(pair, deterministic: true)
        let header = header(["alg": .string(name)])
        // Enough repetitions that some number has leading zeros.
        for count in 0..<(type == .rsa(bits: 2048) ? 1 : 300) {
            let input = "\(header).\(Base64URL.encode(Array("\(count)".utf8)))"
            var signature = try signer.sign(Array(input.utf8), scheme: #require(algorithm.scheme))
            if case .ec(let curve) = type { signature = try concatenated(signature, size: curve.size) }
            #expect(try read(input, Base64URL.encode(signature)).verify(with: key))
        }
    }

    /// r and s of the DER form, each as `size` bytes.
    private func concatenated(_ der: [UInt8], size: Int) throws -> [UInt8] {
        var reader = DERReader(der)
        var numbers = try reader.sequence()
        return try (0..<2).flatMap { _ in
            let number = try numbers.integerBytes().drop { $0 == 0 }
            return [UInt8](repeating: 0, count: size - number.count) + number
        }
    }

    @Test(
        "A text that is not a compact serialization is refused",
        arguments: [
            "", ".", "..", "eyJhbGciOiJFUzI1NiJ9.e30", "eyJhbGciOiJFUzI1NiJ9.e30.AA.AA", "eyJhbGciOiJFUzI1NiJ9.e30=.AA",
            "eyJhbGciOiJFUzI1NiJ9.e30.A", " eyJhbGciOiJFUzI1NiJ9.e30.AA", "eyJhbGciOiJFUzI1NiJ9.e30.AA\n", "e30.e30.AA",
            "W10.e30.AA", "e30e.e30.AA",
        ])
    func malformed(_ text: String) {
        let error = #expect(throws: JSONWebSignatureError.self) { try read(text) }
        guard case .malformed = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        "Algorithms without a public key, with SHA-1 or unknown are refused", arguments: ["none", "HS256", "RS1", ""])
    func otherAlgorithms(_ name: String) {
        #expect(throws: JSONWebSignatureError.unsupportedAlgorithm(name)) {
            try read(header(["alg": .string(name)]), Self.payload, Self.signature)
        }
    }

    @Test("Duplicate members and critical extensions of the header are refused")
    func headers() {
        let duplicate = Base64URL.encode(Array(#"{"alg":"ES256","alg":"RS256"}"#.utf8))
        #expect(throws: JSONWebSignatureError.self) { try read(duplicate, Self.payload, Self.signature) }
        #expect(throws: JSONWebSignatureError.criticalExtension) {
            try read(header(["alg": "ES256", "crit": ["b64"], "b64": false]), Self.payload, Self.signature)
        }
    }

    @Test("x5c holds base64 with padding, not base64url")
    func certificates() throws {
        let certificate = try certificate()
        let text = Base64.encode(certificate.der)
        let good = try read(header(["alg": "ES256", "x5c": [.string(text)]]), Self.payload, Self.signature)
        #expect(try good.certificates() == [certificate])
        let bad: [JSON] = [
            [], "text", [1], [.string(Base64URL.encode(certificate.der + [0xFF, 0xFF]))], [.string(" \(text)")],
            ["AAAA"],
            [.string(Base64.encode(certificate.der + [0]))],
        ]
        for x5c in bad {
            let jws = try read(header(["alg": "ES256", "x5c": x5c]), Self.payload, Self.signature)
            #expect(throws: JSONWebSignatureError.self) { try jws.certificates() }
        }
        #expect(throws: JSONWebSignatureError.self) {
            try read(Self.header, Self.payload, Self.signature).certificates()
        }
    }

    private func certificate() throws -> Certificate {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "jws"))
        let name = DistinguishedName([.init(.commonName, "Example")])
        return try CertificateBuilder(
            subject: name, issuer: name, serialNumber: [1], notBefore: 0, notAfter: 1, publicKey: pair.publicKey,
            extensions: []
        ).signed(by: SigningKey(pair, deterministic: true))
    }
}
