import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@Suite struct COSEKeyTests {
    /// WebAuthn section 6.5.1.1's example.
    private static let es256 = hex(
        """
        a5010203262001
        21582065eda5a12577c2bae829437fe338701a10aaa375e1bb5b5de108de439c08551d
        2258201e52ed75701163f7f9e40ddf9f341b3dc9ba860af7e0ca7ca7e9eecd0084d19c
        """)

    /// An algorithm's key pair, made from a seed; RSA's numbers are not a real key, which these tests do not need.
    private static func parameters(_ algorithm: COSEAlgorithm) throws -> PublicKeyParameters {
        let type: KeyType
        switch algorithm {
        case .es256, .esp256: type = .ec(.p256)
        case .es384, .esp384: type = .ec(.p384)
        case .es512, .esp512: type = .ec(.p521)
        case .es256K: type = .ec(.secp256k1)
        case .edDSA, .ed25519: type = .ed25519
        case .ed448: type = .ed448
        default: return .rsa(modulus: [UInt8](repeating: 0xFF, count: 256), exponent: [1, 0, 1])
        }
        return try KeyPair.generate(type, random: SeededRandom(seed: "cose")).publicKey
    }

    private func reason(_ item: CBOR) -> String? {
        do throws(COSEError) {
            _ = try COSEKey(decoding: item.encoded)
            return nil
        } catch {
            return error.description
        }
    }

    private func changed(_ change: (inout CBORMap) -> Void) throws -> CBOR {
        var map = try #require(CBOR(decoding: Self.es256).mapValue)
        change(&map)
        return .map(map)
    }

    @Test(
        "A key of each algorithm round-trips, and missing or trailing bytes are refused",
        arguments: COSEAlgorithm.supported)
    func comesBackInItsCanonicalForm(algorithm: COSEAlgorithm) throws {
        let key = try COSEKey(algorithm: algorithm, parameters: Self.parameters(algorithm))
        let decoded = try COSEKey(decoding: key.encoded)
        #expect(decoded == key && decoded.algorithm == algorithm)
        for end in 0..<key.encoded.count {
            #expect(throws: COSEError.self) { try COSEKey(decoding: Array(key.encoded[..<end])) }
        }
        #expect(throws: COSEError.cbor(CBORError(.trailingBytes(1), at: key.encoded.count))) {
            try COSEKey(decoding: key.encoded + [0])
        }
    }

    @Test("WebAuthn's example of an ES256 key is read and makes a verifying key")
    func webAuthnsExample() throws {
        let key = try COSEKey(decoding: Self.es256)
        guard case .ec(.p256, let x, let y) = key.parameters else {
            Issue.record("not a key on P-256")
            return
        }
        #expect(key.algorithm == .es256 && key.encoded == Self.es256)
        #expect(x.first == 0x65 && y.last == 0x9C)
        #expect(throws: Never.self) { try key.verifyingKey() }
    }

    @Test("OKP and RSA keys are encoded in their COSE layout")
    func layoutsOfOtherTypes() throws {
        let x = [UInt8](repeating: 7, count: 32)
        #expect(
            try COSEKey(algorithm: .edDSA, parameters: .ed25519(x)).encoded == hex("a4010103272006215820") + x)
        let modulus = [UInt8](repeating: 0xFF, count: 256)
        #expect(
            try COSEKey(algorithm: .rs256, parameters: .rsa(modulus: modulus, exponent: [1, 0, 1])).encoded
                == hex("a401030339010020590100") + modulus + hex("2143010001"))
    }

    @Test("An algorithm accepts only keys of its type and curve")
    func anAlgorithmGoesWithItsKeyAlone() throws {
        // The algorithms of one line share their keys.
        let families: [Set<COSEAlgorithm>] = [
            [.es256, .esp256], [.es384, .esp384], [.es512, .esp512], [.es256K], [.edDSA, .ed25519], [.ed448],
            [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512],
        ]
        #expect(families.reduce([]) { $0.union($1) } == Set(COSEAlgorithm.supported))
        for algorithm in COSEAlgorithm.supported {
            for other in COSEAlgorithm.supported {
                let fits = families.contains { $0.contains(algorithm) && $0.contains(other) }
                let parameters = try Self.parameters(other)
                #expect(fits == ((try? COSEKey(algorithm: algorithm, parameters: parameters)) != nil))
            }
        }
        let unknown = COSEAlgorithm(rawValue: -48)
        #expect(throws: COSEError.unsupportedAlgorithm(unknown)) {
            try COSEKey(algorithm: unknown, parameters: Self.parameters(.es256))
        }
    }

    @Test("An RS1 key is refused unless the caller allows RS1")
    func rs1IsTakenOnRequestOnly() throws {
        let parameters = try Self.parameters(.rs256)
        #expect(throws: COSEError.unsupportedAlgorithm(.rs1)) {
            try COSEKey(algorithm: .rs1, parameters: parameters)
        }
        let key = try COSEKey(algorithm: .rs1, parameters: parameters, allowRS1: true)
        #expect(throws: COSEError.unsupportedAlgorithm(.rs1)) { try COSEKey(decoding: key.encoded) }
        #expect(try COSEKey(decoding: key.encoded, allowRS1: true) == key)
    }

    @Test(
        "An EdDSA key whose x has another length or type is refused",
        arguments: [COSEAlgorithm.edDSA, .ed25519, .ed448])
    func edwardsKeysOfAnotherLength(algorithm: COSEAlgorithm) throws {
        let item = try COSEKey(algorithm: algorithm, parameters: Self.parameters(algorithm)).cbor
        for x in [.bytes([]), .bytes([UInt8](repeating: 1, count: 33)), .bool(true), .null] as [CBOR] {
            var map = try #require(item.mapValue)
            map[-2] = x
            #expect(throws: COSEError.self) { try COSEKey(.map(map)) }
        }
    }

    @Test("A key in DER is refused with an error that names DER")
    func aKeyInDERIsNamed() throws {
        let der = try COSEKey(algorithm: .es256, parameters: Self.parameters(.es256)).subjectPublicKeyInfo()
        #expect(throws: COSEError.invalidKey("found a key in DER, expected that of authenticator data")) {
            try COSEKey(decoding: der)
        }
    }

    @Test("A COSE_Key with a wrong, missing or optional member is refused with its reason")
    func membersThatAreWrong() throws {
        #expect(reason([1, 2]) == "COSE_Key: found an array, expected a map")
        #expect(try reason(changed { $0[3] = nil }) == "COSE_Key: no integer at alg (3)")
        #expect(try reason(changed { $0[3] = "ES256" }) == "COSE_Key: no integer at alg (3)")
        #expect(try reason(changed { $0[3] = -48 }) == "COSE_Key: algorithm -48 is not supported")
        #expect(try reason(changed { $0[1] = nil }) == "COSE_Key: kty (1) is none of OKP (1), EC2 (2), RSA (3)")
        #expect(try reason(changed { $0[1] = 4 }) == "COSE_Key: kty (1) is none of OKP (1), EC2 (2), RSA (3)")
        #expect(try reason(changed { $0[1] = 1 }) == "COSE_Key: crv (-1) is none of Ed25519 (6), Ed448 (7)")
        #expect(
            try reason(changed { $0[-1] = 4 })
                == "COSE_Key: crv (-1) is none of P-256 (1), P-384 (2), P-521 (3), secp256k1 (8)")
        #expect(
            try reason(changed { $0[-1] = 8 }) == "COSE_Key: ES256 (-7) does not go with this type of key or curve")
        #expect(try reason(changed { $0[-1] = 2 }) == "COSE_Key: x has 32 and y 32 bytes, expected 48")
        #expect(
            try reason(changed { $0[3] = -35 })
                == "COSE_Key: ES384 (-35) does not go with this type of key or curve")
        #expect(
            try reason(changed { $0[-2] = .bytes([UInt8](repeating: 0, count: 31)) })
                == "COSE_Key: x has 31 and y 32 bytes, expected 32")
        // The key ID and operations of RFC 9052 are optional members, which WebAuthn forbids.
        for label in [2, 4, 5, -4, -70000] as [CBOR] {
            #expect(
                try reason(changed { $0[label] = .bytes([1]) })
                    == "COSE_Key: has members that its key type does not need")
        }
    }

    @Test(
        "An EC2 key whose y is missing or no byte string is refused",
        arguments: [CBOR.bool(false), .bool(true), .null, 1, "y"])
    func aCompressedPointIsRefused(y: CBOR) throws {
        #expect(
            try reason(changed { $0[-3] = y })
                == "COSE_Key: x (-2) and y (-3) must be byte strings, the point not compressed")
        #expect(
            try reason(changed { $0[-3] = nil })
                == "COSE_Key: x (-2) and y (-3) must be byte strings, the point not compressed")
    }

    @Test("A COSE_Key that is not canonical CBOR is refused")
    func onlyCanonicalBytesAreRead() {
        var unsorted = Self.es256
        unsorted.replaceSubrange(1..<5, with: [0x03, 0x26, 0x01, 0x02])
        #expect(throws: COSEError.cbor(CBORError(.keyOrder, at: 3))) { try COSEKey(decoding: unsorted) }
        let wide = [Self.es256[0], 0x18] + Self.es256[1...]
        #expect(throws: COSEError.cbor(CBORError(.notMinimal, at: 1))) { try COSEKey(decoding: wide) }
    }

    @Test("A point off its curve makes no verifying key")
    func aPointOffItsCurveIsNoVerifyingKey() throws {
        var bytes = Self.es256
        bytes[bytes.count - 1] ^= 1
        let key = try COSEKey(decoding: bytes)
        #expect(throws: CryptoError.self) { try key.verifyingKey() }
    }

    /// One RSA key for all algorithms, because generating one is slow.
    private static let rsa = Result {
        let pair = try KeyPair.generate(.rsa(bits: 2048), random: SeededRandom(seed: "rsa"))
        return (pair.publicKey, try SigningKey(pair))
    }

    private static func key(_ algorithm: COSEAlgorithm) throws -> (PublicKeyParameters, SigningKey) {
        let type: KeyType
        switch try #require(algorithm.scheme) {
        case .ecdsa: type = .ec(try #require(algorithm.curve))
        case .ed25519: type = .ed25519
        case .ed448: type = .ed448
        case .rsaPKCS1, .rsaPSS: return try rsa.get()
        }
        let pair = try KeyPair.generate(type, random: SeededRandom(seed: "sign"))
        return (pair.publicKey, try SigningKey(pair))
    }

    @Test(
        "A signature of each algorithm verifies only for its own message", arguments: COSEAlgorithm.supported + [.rs1])
    func signaturesVerify(algorithm: COSEAlgorithm) throws {
        let (publicKey, signing) = try Self.key(algorithm)
        let encoded = try COSEKey(algorithm: algorithm, parameters: publicKey, allowRS1: true).encoded
        let key = try COSEKey(decoding: encoded, allowRS1: true).verifyingKey()
        let signature = try signing.sign([1, 2, 3], scheme: #require(algorithm.scheme))
        #expect(key.algorithm == algorithm)
        #expect(key.verify(signature, of: [1, 2, 3]) && !key.verify(signature, of: [1, 2]))
    }

    /// The prefix of a P-256 point, as OpenSSL writes it.
    @Test(
        "The SubjectPublicKeyInfo of a key is the one that OpenSSL writes",
        arguments: [COSEAlgorithm.es256, .es384, .es512, .es256K, .edDSA, .ed448])
    func subjectPublicKeyInfoIsOpenSSLs(algorithm: COSEAlgorithm) throws {
        let parameters = try Self.parameters(algorithm)
        let key = try COSEKey(algorithm: algorithm, parameters: parameters)
        #expect(try key.subjectPublicKeyInfo() == VerifyingKey(parameters).subjectPublicKeyInfo())
    }

    @Test(
        "Keys and signatures of the COSE working group are judged as published",
        .enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
    func corpus() throws {
        let corpus = JSONReader(try Corpora.load("cose-key-examples.json"))
        var (keys, verified) = (0, 0)
        for key in try corpus.member("keys").elements() {
            let id = try key.member("id").string()
            var parameters: PublicKeyParameters?
            for (name, value) in try key.optional("webauthn_cose_key")?.object() ?? [:] {
                let bytes = hex(value.stringValue ?? "")
                keys += 1
                // WebAuthn binds EdDSA to Ed25519.
                if id.hasSuffix("ed448"), name.hasPrefix("EdDSA") {
                    #expect(throws: COSEError.self) { try COSEKey(decoding: bytes) }
                    continue
                }
                let decoded = try COSEKey(decoding: bytes)
                #expect(decoded.encoded == bytes)
                #expect(decoded.algorithm.name.map { name.hasPrefix($0) } == true)
                parameters = decoded.parameters
            }
            for signature in try key.optional("signatures")?.elements() ?? [] {
                let parameters = try #require(parameters, "\(id)")
                var algorithm = COSEAlgorithm(rawValue: try signature.member("cose_alg").int())
                if case .ed448 = parameters { algorithm = .ed448 }
                guard let key = try? COSEKey(algorithm: algorithm, parameters: parameters).verifyingKey() else {
                    // ES512 with a key on P-256, which COSE allows.
                    #expect(algorithm == .es512 && id.hasSuffix("p-256"), "\(id)")
                    continue
                }
                let form = try signature.optional("signature_der") ?? signature.member("signature")
                let bytes = hex(try form.string())
                let isValid = key.verify(bytes, of: try signature.hex("to_be_signed"))
                #expect(try isValid == signature.member("verifies").bool(), "\(id)")
                verified += 1
            }
            for name in ["cose_key_no_alg"] {
                guard let bytes = try key.optional(name)?.string() else { continue }
                #expect(throws: COSEError.self) { try COSEKey(decoding: hex(bytes)) }
            }
            for (_, value) in try key.optional("cose_key_with_kid")?.object() ?? [:] {
                #expect(throws: COSEError.self) { try COSEKey(decoding: hex(value.stringValue ?? "")) }
            }
        }
        #expect(keys == 13 && verified == 21)
        for example in try corpus.member("webauthn_spec_examples").elements() {
            guard let encoded = try example.optional("encoded") else { continue }
            #expect(try COSEKey(decoding: hex(encoded.string())).encoded == hex(encoded.string()))
        }
        for key in try corpus.member("not_acceptable_for_webauthn").elements() {
            #expect(throws: COSEError.self) { try COSEKey(decoding: key.hex("encoded")) }
        }
    }
}
