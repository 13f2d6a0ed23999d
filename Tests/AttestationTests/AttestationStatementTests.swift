import Attestation
import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@Suite struct AttestationStatementTests {
    private static let data: [UInt8] = [1, 2, 3]
    private static let material = AttestedMaterial(
        authenticatorData: AuthenticatorData(rpIDHash: Digest.sha256("rp.example"), flags: [], signCount: 0),
        clientDataHash: Digest.sha256("client data"))

    private func read(_ format: AttestationFormat, _ statement: CBOR) throws -> AttestationStatement {
        let object = AttestationObject(
            format: format, statement: try #require(statement.mapValue), authenticatorData: Self.data)
        return try AttestationStatement(AttestationObject(decoding: object.encoded))
    }

    private func reason(_ format: AttestationFormat, _ statement: CBOR) -> String? {
        do {
            _ = try read(format, statement)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("The statement of format none is empty, and any member is refused")
    func none() throws {
        #expect(try read(.none, [:]) == .none)
        #expect(AttestationStatement.none.encoded == [:] && AttestationStatement.none.format == .none)
        #expect(
            reason(.none, ["alg": -7]) == "attStmt of format none: expected an empty map")
    }

    @Test("An unknown attestation format is refused")
    func aFormatThatIsNotKnown() {
        let format = AttestationFormat(rawValue: "no-such-format")
        #expect(throws: AttestationStatementError.unsupportedFormat(format)) { try read(format, [:]) }
    }

    @Test(
        "A packed self attestation round-trips, and its signature verifies",
        arguments: [
            (COSEAlgorithm.es256, KeyType.ec(.p256)), (.es384, .ec(.p384)), (.es512, .ec(.p521)), (.edDSA, .ed25519),
        ])
    func packedSelf(algorithm: COSEAlgorithm, type: KeyType) throws {
        let pair = try KeyPair.generate(type, random: SeededRandom(seed: "packed"))
        let material = Self.material
        let statement = try PackedStatement(
            attesting: material, with: AttestationKey(pair, algorithm: algorithm, deterministic: true))
        #expect(statement.algorithm == algorithm && statement.x5c == nil)

        let packed = AttestationStatement.packed(statement)
        #expect(packed.format == .packed && packed.encoded.mapValue?.count == 2)
        #expect(try read(.packed, packed.encoded) == packed)

        let key = try COSEKey(algorithm: algorithm, parameters: pair.publicKey).verifyingKey()
        #expect(key.verify(statement.signature, of: material.message))
        #expect(!key.verify(statement.signature, of: material.message.dropLast() + [0]))
        #expect(!key.verify(statement.signature, of: material.message.reversed()))
    }

    @Test("An algorithm that does not fit the key makes no packed statement")
    func anAlgorithmThatDoesNotGoWithTheKey() throws {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "packed"))
        for algorithm in [COSEAlgorithm.edDSA, .rs256, COSEAlgorithm(rawValue: -48)] {
            #expect(throws: CryptoError.self) {
                try PackedStatement(
                    attesting: Self.material,
                    with: AttestationKey(pair, algorithm: algorithm, deterministic: false))
            }
        }
    }

    @Test("A packed statement with certificates round-trips")
    func packedWithCertificates() throws {
        let statement = PackedStatement(algorithm: .es256, signature: [1], x5c: [[2], [3, 4]])
        let packed = AttestationStatement.packed(statement)
        #expect(try read(.packed, packed.encoded) == packed)
        #expect(
            packed.encoded == ["alg": -7, "sig": .bytes([1]), "x5c": [.bytes([2]), .bytes([3, 4])]])
    }

    @Test(
        "A malformed packed statement is refused with its reason",
        arguments: [
            ([:], "alg must be an integer"), (["alg": "ES256", "sig": .bytes([1])], "alg must be an integer"),
            (["alg": -7], "sig must be a byte string"), (["alg": -7, "sig": "x"], "sig must be a byte string"),
            (["alg": -7, "sig": .bytes([1]), "x5c": []], "x5c must be an array of one certificate at least"),
            (["alg": -7, "sig": .bytes([1]), "x5c": .bytes([1])], "x5c must be an array of one certificate at least"),
            (["alg": -7, "sig": .bytes([1]), "x5c": [.bytes([1]), "x"]], "x5c must hold byte strings alone"),
            (["alg": -7, "sig": .bytes([1]), "ecdaaKeyId": .bytes([1])], "has members besides alg, sig"),
            (
                ["alg": -7, "sig": .bytes([1]), "x5c": [.bytes([1])], "ver": "2.0"],
                "has members besides alg, sig, x5c"
            ),
        ] as [(CBOR, String)])
    func packedRefused(statement: CBOR, message: String) {
        #expect(reason(.packed, statement) == "attStmt of format packed: \(message)")
    }

    @Test("A FIDO U2F statement round-trips, and one with two certificates is refused")
    func fidoU2F() throws {
        let statement = AttestationStatement.fidoU2F(FIDOU2FStatement(signature: [1], x5c: [[2]]))
        #expect(statement.encoded == ["sig": .bytes([1]), "x5c": [.bytes([2])]])
        #expect(try read(.fidoU2F, statement.encoded) == statement)
        let two: CBOR = ["sig": .bytes([1]), "x5c": [.bytes([2]), .bytes([3])]]
        #expect(
            reason(.fidoU2F, two) == "attStmt of format fido-u2f: x5c has 2 certificates, expected one")
    }

    @Test("An Android key statement round-trips, and one without alg is refused")
    func androidKey() throws {
        let statement = AttestationStatement.androidKey(
            AndroidKeyStatement(algorithm: .es256, signature: [1], x5c: [[2], [3]]))
        #expect(statement.encoded == ["alg": -7, "sig": .bytes([1]), "x5c": [.bytes([2]), .bytes([3])]])
        #expect(try read(.androidKey, statement.encoded) == statement)
        #expect(
            reason(.androidKey, ["sig": .bytes([1]), "x5c": [.bytes([2])]])
                == "attStmt of format android-key: alg must be an integer")
    }

    /// Apple's devices write alg, which is not in the specification.
    @Test("An Apple statement round-trips with and without alg, and other members are refused")
    func apple() throws {
        let forms: [(COSEAlgorithm?, CBOR)] = [
            (nil, ["x5c": [.bytes([2])]]), (.es256, ["alg": -7, "x5c": [.bytes([2])]]),
        ]
        for (algorithm, encoded) in forms {
            let statement = AttestationStatement.apple(AppleStatement(x5c: [[2]], algorithm: algorithm))
            #expect(statement.encoded == encoded)
            #expect(try read(.apple, encoded) == statement)
        }
        #expect(
            reason(.apple, ["x5c": [.bytes([2])], "sig": .bytes([1])])
                == "attStmt of format apple: has members besides x5c")
        #expect(
            reason(.apple, ["x5c": [.bytes([2])], "alg": "ES256"])
                == "attStmt of format apple: alg must be an integer")
    }

    @Test("An x5c of 10 certificates is read, and one of 11 is refused")
    func atMostTenCertificates() throws {
        func statement(_ count: Int) -> CBOR {
            ["alg": -7, "sig": .bytes([1]), "x5c": .array(.init(repeating: .bytes([2]), count: count))]
        }
        #expect(throws: Never.self) { try read(.packed, statement(10)) }
        #expect(
            reason(.packed, statement(11))
                == "attStmt of format packed: x5c has 11 certificates, at most 10 are read")
    }

    /// The self attestations among WebAuthn's own vectors.
    @Test(
        "The published packed statements round-trip, and the self attestation verifies",
        .enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
    func published() throws {
        var verified = 0
        for vector in try JSONReader(Corpora.load("w3c-webauthn-l3.json")).member("cases").elements() {
            let fields = try vector.member("registration").member("fields")
            let object = try AttestationObject(decoding: fields.hex("attestationObject"))
            guard object.format == .packed, case .packed(let statement) = try AttestationStatement(object) else {
                continue
            }
            #expect(statement.encodedStatement == object.statement)
            guard statement.x5c == nil else { continue }
            let attested = try AuthenticatorData(decoding: object.authenticatorData).attestedCredentialData
            let key = try COSEKey(decoding: attested?.credentialPublicKey ?? []).verifyingKey()
            let hash = Digest.sha256(try fields.hex("clientDataJSON"))
            #expect(key.verify(statement.signature, of: object.authenticatorData + hash))
            verified += 1
        }
        #expect(verified == 1)
    }
}

extension PackedStatement {
    fileprivate var encodedStatement: CBOR { AttestationStatement.packed(self).encoded }
}
