import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import Inspector

@Suite("Recognizing the input")
struct InspectionTests {
    /// Binary samples, one of each type.
    private static func binaries() throws -> [(InspectedType, [UInt8])] {
        let key = try Sample.publicKey()
        return [
            (.attestationObject, try Sample.certifiedObject()),
            (.authenticatorData, try Sample.authenticatorData().encoded),
            (.authenticatorData, Sample.assertionData()),
            (.coseKey, key.encoded), (.certificate, try Sample.certificates()[0]),
            (.publicKey, try key.subjectPublicKeyInfo()), (.ctapRequest, Sample.makeCredential), (.ctapRequest, [0x04]),
            (.ctapResponse, [0] + ([1: "none", 2: .bytes([1]), 3: [:]] as CBOR).encoded), (.ctapResponse, [0x31]),
            (.ctaphid, [1, 2, 3, 4, 0x90, 0, 1, 4] + [UInt8](repeating: 0, count: 56)),
            (.tpmCertInfo, Sample.certInfo.encoded), (.tpmPubArea, Sample.pubArea.encoded),
            (.cbor, ([1, 2, "three"] as CBOR).encoded), (.der, hex("30060201010201ff")),
        ]
    }

    @Test("The type of bytes is recognized in binary, hex, base64 and base64url")
    func bytesInEveryForm() throws {
        for (type, bytes) in try Self.binaries() {
            let forms: [(TextEncoding?, [UInt8])] = [
                (nil, bytes), (.hex, Array(Hex.encode(bytes).utf8)), (.hex, Array(("0x" + Hex.encode(bytes)).utf8)),
                (.hex, Array(bytes.map { Hex.encode([$0]).uppercased() }.joined(separator: ":").utf8)),
                (.hex, Array((Hex.encode(bytes) + "\r\n").utf8)),
            ]
            for (encoding, input) in forms {
                // Short inputs may be text by chance.
                if encoding == nil, bytes.count < 8 { continue }
                let inspection = try Inspection(input)
                #expect(inspection.type == type)
                #expect(inspection.encoding == encoding)
            }
            // Few bytes may be hexadecimal digits, or too few to decide.
            guard bytes.count > 16 else { continue }
            #expect(try Inspection(Array(Base64URL.encode(bytes).utf8)).type == type)
            let base64 = try Inspection(Array(Base64.encode(bytes).utf8))
            #expect(base64.type == type)
            #expect(try Inspection(bytes, as: type).node == base64.node)
        }
    }

    @Test("The type of each kind of text is recognized")
    func texts() throws {
        func type(_ text: String) throws -> InspectedType { try Inspection(Array(text.utf8)).type }
        #expect(try type(String(decoding: Sample.clientData(), as: UTF8.self)) == .clientData)
        #expect(try type("\u{FEFF} " + Sample.registration().serialized(pretty: true)) == .json)
        #expect(try type("[1, 2]") == .json)
        #expect(try type("{\"broken\": ") == .json)
        #expect(try type(Sample.jws(payload: Sample.metadata)) == .jws)
        #expect(try type(Sample.fido2Cred()) == .fido2Cred)
        #expect(try type(Sample.fido2Assert()) == .fido2Assert)
        let certificate = try Certificate(der: try Sample.certificates()[0])
        #expect(try type("  some text before\n" + certificate.pem()) == .pem)
    }

    @Test("An ambiguous input names its alternatives")
    func saysWhatElseItMayBe() throws {
        let inspection = try Inspection(Array("04".utf8))
        #expect(inspection.type == .ctapRequest)
        #expect(inspection.alternatives == [.ctapResponse])
        #expect(inspection.headline == "hex of a CTAP request; it may also be a CTAP response (--as ctap-response)")
        #expect(
            try Inspection(Array("04".utf8), as: .ctapResponse).node["status"]?.value == "0x04 = CTAP1_ERR_INVALID_SEQ")
        #expect(try Inspection(Sample.publicKey().encoded).alternatives.isEmpty)
    }

    @Test("A damaged input is recognized as its original type")
    func takesBrokenThingsForWhatTheyWereToBe() throws {
        let object = try Sample.attestationObject().encoded
        #expect(try Inspection(Array(object.dropLast(9))).type == .attestationObject)
        #expect(try Inspection(object + [0]).node["trailing"]?.range == object.count..<object.count + 1)
        let data = try Sample.authenticatorData().encoded
        #expect(try Inspection(Array(data.dropLast(9))).type == .authenticatorData)
        var certificate = try Sample.certificates()[0]
        certificate.removeLast()
        #expect(try Inspection(certificate).type == .certificate)
        #expect(try Inspection(certificate).node.problem != nil)
    }

    @Test("An empty, unknown or oversized input is refused")
    func nothingToShow() throws {
        for text in ["", "  \n", "\u{FEFF}"] {
            #expect(throws: InspectionError.empty) { try Inspection(Array(text.utf8)) }
        }
        #expect(throws: InspectionError.unknownText) { try Inspection(Array("hello, world".utf8)) }
        #expect(throws: InspectionError.unknownBytes(3)) { try Inspection([0xFF, 0xFE, 0xFD]) }
        #expect(throws: InspectionError.tooLong(Inspection.documentLimit)) {
            try Inspection([UInt8](repeating: 0x20, count: Inspection.documentLimit + 1))
        }
        #expect(throws: InspectionError.tooLong(Inspection.binaryLimit)) {
            try Inspection([UInt8](repeating: 0, count: Inspection.binaryLimit + 1))
        }
        #expect(throws: InspectionError.notText(.pem)) { try Inspection([0xFF, 0x00], as: .pem) }
    }

    /// SEC 1, PKCS #8 and PKCS #1 as DER, and PEM of any kind.
    @Test(
        "A private key in DER is refused in every encoding",
        arguments: [
            "302e0201010420" + String(repeating: "ab", count: 32) + "a00706052b81040022".prefix(18),
            "301502010030130607" + "2a8648ce3d0201" + "06082a8648ce3d030107" + "04020101",
            "301b020100" + String(repeating: "020107", count: 8),
        ])
    func refusesPrivateKeys(_ text: String) {
        // The initial lengths are corrected, because the members identify the samples.
        var bytes = hex(text)
        bytes[1] = UInt8(bytes.count - 2)
        for input in [bytes, Array(Hex.encode(bytes).utf8), Array(Base64.encode(bytes).utf8)] {
            #expect(throws: InspectionError.privateKey) { try Inspection(input) }
            #expect(throws: InspectionError.privateKey) { try Inspection(input, as: .der) }
        }
    }

    @Test(
        "A private key in PEM is refused as every type",
        arguments: [
            "PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "OPENSSH PRIVATE KEY",
        ])
    func refusesPrivateKeysInPEM(_ label: String) {
        let pem = "-----BEGIN \(label)-----\nc2VjcmV0\n-----END \(label)-----\n"
        for type in [nil] + InspectedType.allCases {
            #expect(throws: InspectionError.privateKey) { try Inspection(Array(pem.utf8), as: type) }
        }
        #expect(!InspectionError.privateKey.description.contains("c2VjcmV0"))
    }

    @Test("The private member of a COSE key is not shown")
    func showsNoPrivateMemberOfAKey() throws {
        let key: CBOR = [1: 2, 3: -7, -1: 1, -2: .bytes([1]), -3: .bytes([2]), -4: .bytes([0xAA, 0xBB])]
        let node = try Inspection(key.encoded).node
        #expect(node["d"]?.value == "2 bytes, not shown")
        #expect(node["d"]?.problem != nil)
        #expect(!node.text().contains("aabb"))
    }

    @Test("An inspection as JSON has type, encoding, alternatives and tree")
    func asJSON() throws {
        let json = try Inspection(Array("04".utf8)).json
        #expect(json["type"] == "ctap-request")
        #expect(json["encoding"] == "hex")
        #expect(json["alternatives"] == ["ctap-response"])
        #expect(json["tree"]?["label"] == "CTAP request")
        #expect(try Inspection(Array("{}".utf8)).json["encoding"] == nil)
    }

    @Test("A forced type is kept and yields no byte range outside the input")
    func everyTypeCanBeForcedOnAnything() throws {
        let texts = [Array("a100".utf8), Array("{}".utf8), Array("YWJj".utf8)]
        for type in InspectedType.allCases {
            var forced = 0
            for input in try Self.binaries().map(\.1) + texts {
                do throws(InspectionError) {
                    let inspection = try Inspection(input, as: type)
                    #expect(inspection.type == type)
                    #expect(inspection.node.rangesHold(within: input.count))
                    forced += 1
                } catch {
                    #expect(error == .notText(type))
                }
            }
            #expect(forced >= texts.count, "\(type)")
        }
    }
}
