import Testing
import ToqueCBOR
import ToqueTestSupport
import ToqueWebAuthn

@Suite struct AttestationObjectTests {
    private let object = AttestationObject(format: .none, statement: CBORMap(), authenticatorData: [1, 2, 3])

    @Test("An attestation object is encoded as fmt, attStmt and authData, and read back")
    func layout() throws {
        // {"fmt": "none", "attStmt": {}, "authData": h'010203'}
        let bytes = hex("a3 63666d74 646e6f6e65 6761747453746d74 a0 686175746844617461 43010203")
        #expect(object.encoded == bytes)
        #expect(try AttestationObject(decoding: bytes) == object)
    }

    @Test("The members of an attestation object are read in any order")
    func anyOrderOfMembersIsRead() throws {
        let bytes = hex("a3 686175746844617461 43010203 63666d74 646e6f6e65 6761747453746d74 a0")
        #expect(try AttestationObject(decoding: bytes) == object)
    }

    @Test("An attestation object with missing or trailing bytes is refused")
    func everyTruncationAndWhateverFollowsIsRefused() {
        let bytes = AttestationObject(
            format: .packed, statement: CBORMap([("alg", -7), ("sig", .bytes([1, 2]))]), authenticatorData: [1, 2, 3]
        ).encoded
        for end in 0..<bytes.count {
            #expect(throws: AttestationObjectError.self) { try AttestationObject(decoding: Array(bytes[..<end])) }
        }
        #expect(throws: AttestationObjectError.self) { try AttestationObject(decoding: bytes + [0]) }
    }

    @Test(
        "An attestation object with wrong members is refused with its reason",
        arguments: [
            ([1], "found an array, expected a map"), ([:], "fmt must be a text string"),
            (["fmt": 1, "attStmt": [:], "authData": .bytes([])], "fmt must be a text string"),
            (["fmt": "none", "attStmt": 1, "authData": .bytes([])], "attStmt must be a map or an array"),
            (["fmt": "none", "authData": .bytes([])], "attStmt must be a map or an array"),
            (["fmt": "none", "attStmt": [:], "authData": "x"], "authData must be a byte string"),
            (["fmt": "none", "attStmt": [:]], "authData must be a byte string"),
            // CTAP's form with integer keys.
            ([1: "none", 2: .bytes([]), 3: [:]], "fmt must be a text string"),
            (
                ["fmt": "none", "attStmt": [:], "authData": .bytes([]), "epAtt": true],
                "has members besides fmt, attStmt and authData"
            ),
        ] as [(CBOR, String)])
    func refused(item: CBOR, reason: String) {
        #expect(throws: AttestationObjectError(reason)) { try AttestationObject(decoding: item.encoded) }
    }
}
