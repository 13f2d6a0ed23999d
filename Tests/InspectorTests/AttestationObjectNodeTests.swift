import Attestation
import Testing
import ToqueCBOR
import ToqueWebAuthn

@testable import Inspector

@Suite("Attestation objects")
struct AttestationObjectNodeTests {
    @Test("An attestation object shows its parts with their byte ranges")
    func showsTheAuthenticatorDataInItsPlace() throws {
        let object = try Sample.attestationObject()
        let bytes = object.encoded
        let node = InspectionNode(attestationObject: bytes, context: .init(rpID: "belvo.com"))
        #expect(node.problem == nil)
        #expect(node.children.map(\.label) == ["fmt", "attStmt", "authData"])
        #expect(node["fmt"]?.value == "none")
        #expect(node["attStmt"]?.value == "empty")
        let range = try #require(node["authData"]?.range)
        #expect(Array(bytes[range]) == object.authenticatorData)
        let id = try #require(node["authData"]?["attestedCredentialData"]?["credentialId"]?.range)
        #expect(Array(bytes[id]) == Sample.id)
        let key = try #require(node["authData"]?["attestedCredentialData"]?["credentialPublicKey"]?.range)
        #expect(Array(bytes[key]) == (try Sample.publicKey().encoded))
        #expect(
            node.text(ranges: true).hasPrefix(
                """
                attestationObject: \(bytes.count) bytes [0..\(bytes.count - 1)]
                  fmt: none [5..9]
                  attStmt: empty [18..18]
                  authData: \(object.authenticatorData.count) bytes [30..\(bytes.count - 1)]
                    rpIdHash: cd60d1a3
                """))
    }

    @Test("A packed statement is shown as self attestation or with its certificates")
    func namesThePackedStatement() throws {
        let statement = PackedStatement(algorithm: .es256, signature: [1, 2])
        let own = InspectionNode(attestationObject: try Sample.attestationObject(.packed(statement)).encoded)
        #expect(own["attStmt"]?.value == "self attestation")
        #expect(own["attStmt"]?["alg"]?.value == "ES256 (-7)")
        #expect(own["attStmt"]?["sig"]?.value == "2 bytes: 0102")
        let chain = PackedStatement(algorithm: .es256, signature: [1], x5c: [[0x30, 0x00]])
        let basic = InspectionNode(attestationObject: try Sample.attestationObject(.packed(chain)).encoded)
        #expect(basic["attStmt"]?.value == "attestation with certificates")
        #expect(basic["attStmt"]?["x5c"]?["[0]"]?.value == "2 bytes: 3000")
    }

    @Test("A faulty attestation object shows its problem and the readable rest")
    func saysWhatIsWrongAndShowsTheRest() throws {
        var object = try Sample.attestationObject()
        object.format = AttestationFormat(rawValue: "new")
        let unknown = InspectionNode(attestationObject: object.encoded)
        #expect(unknown["attStmt"]?.problem?.contains("\"new\"") == true)
        #expect(unknown["authData"]?["flags"] != nil)

        let extra: CBOR = ["fmt": "none", "attStmt": [:], "authData": .bytes([1]), "more": [1, -1, .null]]
        let node = InspectionNode(attestationObject: extra.encoded)
        #expect(node.problem?.contains("members besides") == true)
        #expect(node["more"]?.children.map(\.value) == ["1", "-1", "null"])
        #expect(node["authData"]?.problem != nil)

        #expect(InspectionNode(attestationObject: []).problem != nil)
        #expect(InspectionNode(attestationObject: Array(object.encoded.dropLast())).problem != nil)
        #expect(InspectionNode(attestationObject: [0x01]).problem?.contains("expected a map") == true)
    }

    @Test("A truncated attestation object shows a problem, and a changed one is inspected")
    func readsEveryPrefixAndEveryChangedByte() throws {
        let bytes = try Sample.attestationObject().encoded
        for index in bytes.indices {
            #expect(InspectionNode(attestationObject: Array(bytes[..<index])).problem != nil)
            var changed = bytes
            changed[index] ^= 0xFF
            #expect(InspectionNode(attestationObject: changed).range == bytes.indices)
        }
    }
}
