import Attestation
import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

@Suite("Syntax of the statements of tpm, android-safetynet and compound")
struct StatementSyntaxTests {
    private func read(_ format: AttestationFormat, _ statement: CBOR) throws -> AttestationStatement {
        try AttestationStatement(AttestationObject(format: format, statement: statement, authenticatorData: [1, 2, 3]))
    }

    private func reason(_ format: AttestationFormat, _ statement: CBOR) -> String? {
        do {
            _ = try read(format, statement)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private static let tpm: CBOR = [
        "ver": "2.0", "alg": -7, "x5c": [.bytes([1])], "sig": .bytes([2]), "certInfo": .bytes([3]),
        "pubArea": .bytes([4]),
    ]
    private static let none: CBOR = ["fmt": "none", "attStmt": [:]]

    @Test("A TPM statement round-trips")
    func tpm() throws {
        let statement = AttestationStatement.tpm(
            TPMStatement(
                version: "2.0", algorithm: .es256, x5c: [[1]], signature: [2], certInfo: [3], pubArea: [4]))
        #expect(try read(.tpm, Self.tpm) == statement)
        #expect(statement.encoded == Self.tpm)
    }

    @Test(
        "A TPM statement with a wrong, missing or unknown member is refused with its reason",
        arguments: [
            ("ver", "1.2", "ver must be 2.0"), ("ver", 2, "ver must be a text string"),
            ("ver", nil, "ver must be a text string"),
            ("alg", nil, "alg must be an integer"), ("sig", nil, "sig must be a byte string"),
            ("x5c", nil, "x5c must be an array of one certificate at least"),
            ("certInfo", "", "certInfo must be a byte string"), ("pubArea", nil, "pubArea must be a byte string"),
            ("ecdaaKeyId", .bytes([1]), "has members besides ver, alg, x5c, sig, certInfo, pubArea"),
        ] as [(CBOR, CBOR?, String)])
    func tpmRefused(_ member: CBOR, _ value: CBOR?, _ reason: String) {
        var map = Self.tpm.mapValue ?? CBORMap()
        map[member] = value
        #expect(self.reason(.tpm, .map(map)) == "attStmt of format tpm: \(reason)")
    }

    @Test("A SafetyNet statement round-trips, and malformed ones are refused")
    func androidSafetyNet() throws {
        let statement = AttestationStatement.androidSafetyNet(
            AndroidSafetyNetStatement(version: "1", response: [1]))
        #expect(statement.encoded == ["ver": "1", "response": .bytes([1])])
        #expect(try read(.androidSafetyNet, statement.encoded) == statement)
        for broken: CBOR in [
            ["ver": "1"], ["ver": "1", "response": "x"], ["ver": "1", "response": .bytes([]), "x": 1],
        ] {
            #expect(reason(.androidSafetyNet, broken)?.hasPrefix("attStmt of format android-safetynet: ") == true)
        }
    }

    @Test("A compound statement round-trips")
    func compound() throws {
        let statement = AttestationStatement.compound(
            CompoundStatement(statements: [
                .none, .androidSafetyNet(AndroidSafetyNetStatement(version: "1", response: [1])),
            ]))
        let encoded: CBOR = [
            Self.none, ["fmt": "android-safetynet", "attStmt": ["ver": "1", "response": .bytes([1])]],
        ]
        #expect(statement.encoded == encoded)
        #expect(try read(.compound, encoded) == statement)
    }

    @Test(
        "A malformed compound statement is refused with its reason",
        arguments: [
            ([:], "must be an array of two statements at least"), ([], "must be an array of two statements at least"),
            ([none], "must be an array of two statements at least"),
            ([none, ["fmt": "compound", "attStmt": [none, none]]], "holds a compound statement"),
            ([none, 1], "must hold maps with fmt, a text string, and attStmt alone"),
            ([none, ["fmt": "none"]], "must hold maps with fmt, a text string, and attStmt alone"),
            (
                [none, ["fmt": "none", "attStmt": [:], "authData": .bytes([1])]],
                "must hold maps with fmt, a text string, and attStmt alone"
            ),
        ] as [(CBOR, String)])
    func compoundRefused(_ statement: CBOR, _ reason: String) {
        #expect(self.reason(.compound, statement) == "attStmt of format compound: \(reason)")
    }

    @Test("A malformed or unknown part of a compound statement is refused with its reason")
    func partsOfACompoundStatementAreReadAsStrictly() {
        let full: CBOR = ["fmt": "none", "attStmt": ["alg": -7]]
        #expect(reason(.compound, [Self.none, full]) == "attStmt of format none: expected an empty map")
        let unknown: CBOR = ["fmt": "fizzbuzz", "attStmt": [:]]
        #expect(reason(.compound, [Self.none, unknown]) == "attestation format \"fizzbuzz\" is not known")
    }
}
