import Testing
import ToqueCBOR
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import Inspector

@Suite("Documents")
struct DocumentTests {
    private static func node(_ text: String) throws -> InspectionNode { try Inspection(Array(text.utf8)).node }
    private static func node(_ json: JSON) throws -> InspectionNode { try node(json.serialized()) }

    @Test("A registration response shows its decoded parts")
    func aResponseWithItsParts() throws {
        let node = try Self.node(Sample.registration())
        #expect(node.label == "RegistrationResponse")
        #expect(node.problem == nil)
        #expect(node["id"]?.value == "wP_u (3 bytes)")
        let response = try #require(node["response"])
        #expect(response["clientDataJSON"]?["origin"]?.value == "https://belvo.com")
        #expect(response["attestationObject"]?["authData"]?["flags"]?.value == "5d = UP UV BE BS AT")
        #expect(response["authenticatorData"]?["signCount"]?.value == "258")
        #expect(response["publicKey"]?.value == "91 bytes, id-ecPublicKey P-256")
        #expect(response["publicKeyAlgorithm"]?.value == "ES256 (-7)")
        var broken = try #require(Sample.registration().objectValue)
        broken["rawId"] = "AAAA"
        #expect(try Self.node(JSON.object(broken)).problem?.hasPrefix("rawId") == true)
    }

    @Test("A ceremony shows its response against the RP ID of its options")
    func aCeremonyWithItsRPID() throws {
        let node = try Self.node(Sample.ceremony())
        #expect(node.label == "ceremony")
        #expect(node["id"]?.value == "one")
        #expect(node["options"]?["rp"]?["id"]?.value == "belvo.com")
        #expect(node["options"]?["user"]?["id"]?.value == "AQID (3 bytes)")
        #expect(node["options"]?["pubKeyCredParams"]?["[0]"]?["alg"]?.value == "ES256 (-7)")
        let hash = node["response"]?["response"]?["attestationObject"]?["authData"]?["rpIdHash"]
        #expect(hash?.value?.hasSuffix("= SHA-256(belvo.com)") == true)
        #expect(node["trustAnchors"]?["[1]"]?["subject"]?.value?.isEmpty == false)
    }

    @Test("Options show their problems, and verdicts are recognized")
    func optionsAndVerdicts() throws {
        let options = try Self.node(
            #"{"publicKey": {"challenge": "AAEC", "rpId": "belvo.com", "allowCredentials": [{"type": "public-key", "#
                + #""id": "AQ=="}]}}"#)
        #expect(options.label == "PublicKeyCredentialRequestOptions")
        #expect(options.problem?.contains("allowCredentials[0].id") == true)
        #expect(try Self.node(try #require(Sample.ceremony()["options"])).problem == nil)
        #expect(options["publicKey"]?["challenge"]?.problem == "shorter than 16 bytes, which can be guessed")
        let id = options["publicKey"]?["allowCredentials"]?["[0]"]?["id"]
        #expect(id?.value == "AQ== (1 byte)")
        #expect(id?.problem == "not base64url without padding")
        #expect(try Self.node(#"{"id": "one", "verdict": "valid", "checks": []}"#).label == "verdict")
        #expect(try Self.node(#"{"challenge": "a!", "user": {}}"#)["challenge"]?.problem == "not base64url")
    }

    @Test("JSON Lines show one document for each line")
    func linesOfJSON() throws {
        let node = try Self.node(Sample.ceremony().serialized() + "\n\n{\"a\"\n" + #"{"verdict": "valid"}"# + "\n")
        #expect(node.label == "JSON Lines")
        #expect(node.value == "3 documents")
        #expect(node.children.map(\.label) == ["ceremony", "JSON", "verdict"])
        #expect(node.children[1].problem != nil)
        #expect(try Self.node("{\"a\": \n}").problem?.hasPrefix("line 2") == true)
    }

    @Test("A metadata BLOB shows its header, entries and problems")
    func metadata() throws {
        let node = try Self.node(Sample.jws(payload: Sample.metadata))
        #expect(node["header"]?["alg"]?.value == "ES256")
        #expect(node["signature"]?.value == "2 bytes: 0102")
        let payload = try #require(node["payload"])
        #expect(payload.value == "1 entries")
        #expect(payload["no"]?.value == "7")
        #expect(payload["legalHeader"]?.value == "10 characters")
        let entry = payload["entries"]?["[0]"]
        #expect(entry?.value == "Invented key, 00000000-0000-0000-0000-000000000001")
        #expect(entry?["status"]?.value == "REVOKED, 2025-01-01")
        #expect(entry?["status"]?.problem != nil)
        #expect(entry?["attestationRootCertificate"]?.problem == "not a certificate")
        #expect(InspectionNode(jws: Array("a.b".utf8)).problem?.hasPrefix("2 parts") == true)
    }

    @Test("Each PEM block shows its content")
    func pem() throws {
        let certificates = try Sample.certificates().map { Base64.encode($0) }
        let text = certificates.map { "-----BEGIN CERTIFICATE-----\n\($0)\n-----END CERTIFICATE-----" }
        let node = try Self.node(text.joined(separator: "\n"))
        #expect(node.value == "\(certificates.count) blocks")
        #expect(node.children.allSatisfy { $0.label == "CERTIFICATE" && $0["subject"] != nil })
        let key = Base64.encode(try Sample.publicKey().subjectPublicKeyInfo())
        let publicKey = try Self.node("-----BEGIN PUBLIC KEY-----\r\n\(key)\r\n-----END PUBLIC KEY-----\r\n")
        #expect(publicKey["algorithm"]?.value == "id-ecPublicKey P-256")
        #expect(try Self.node("-----BEGIN THING-----\n!\n-----END THING-----").problem == "not base64")
        #expect(try Self.node("-----BEGIN CERTIFICATE-----\nMIIB").problem?.hasPrefix("not a certificate") == true)
    }

    @Test("The output of fido2-cred is shown line by line")
    func theLinesOfFIDO2Cred() throws {
        let node = try Self.node(Sample.fido2Cred())
        #expect(
            node.children.map(\.label) == [
                "client data hash", "relying party id", "credential format", "authenticator data", "credential id",
                "attestation signature", "attestation certificate", "largeBlobKey",
            ])
        let data = try #require(node["authenticator data"])
        #expect(data["rpIdHash"]?.value?.hasSuffix("= SHA-256(belvo.com)") == true)
        // After the head of the byte string.
        #expect(data["rpIdHash"]?.range == 2..<34)
        #expect(node["attestation certificate"]?["issuer"] != nil)
    }

    @Test("The output of fido2-assert is shown line by line")
    func theLinesOfFIDO2Assert() throws {
        let node = try Self.node(Sample.fido2Assert())
        #expect(
            node.children.map(\.label) == [
                "client data hash", "relying party id", "authenticator data", "assertion signature",
                "user id, HMAC secret or largeBlobKey",
            ])
        #expect(node["authenticator data"]?["signCount"]?.value == "3")
        let several = try Self.node(Sample.fido2Assert(count: 3))
        #expect(several.value == "3 assertions")
        #expect(several.children.allSatisfy { $0["authenticator data"]?["flags"]?.value == "01 = UP" })
        let cut = try Inspection(Array("AAAA\nbelvo.com".utf8), as: .fido2Cred).node
        #expect(cut.children.last?.problem == "missing")
    }

    @Test("Authenticator data in libfido2's byte string is recognized")
    func authenticatorDataAsLibfido2HasIt() throws {
        let bytes = CBOR.bytes(try Sample.authenticatorData().encoded).encoded
        let node = try Inspection(bytes).node
        #expect(node["authenticatorData"]?["flags"]?.range == 34..<35)
    }
}
