import CTAP
import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueTestSupport
import ToqueWebAuthn

@testable import Inspector

@Suite("CTAP messages")
struct CTAPNodeTests {
    @Test("A CTAP request shows its command and parameters by name")
    func aRequestByItsNames() {
        let node = InspectionNode(ctapRequest: Sample.makeCredential)
        #expect(node.problem == nil)
        #expect(node["command"]?.value == "0x01 = authenticatorMakeCredential")
        #expect(node["command"]?.range == 0..<1)
        let parameters = node["parameters"]
        #expect(
            parameters?.children.map(\.label) == [
                "clientDataHash (1)", "rp (2)", "user (3)", "pubKeyCredParams (4)", "extensions (6)", "options (7)",
            ])
        #expect(parameters?["pubKeyCredParams (4)"]?["[0]"]?["alg"]?.value == "ES256 (-7)")
        #expect(parameters?["extensions (6)"]?["credProtect"]?.value == "3 = userVerificationRequired")
        #expect(parameters?["options (7)"]?["rk"]?.value == "true")
        #expect(parameters?.range == 1..<Sample.makeCredential.count)
    }

    @Test("Subcommands and permissions are shown by name")
    func subcommandsAndPermissions() {
        let pin: CBOR = [1: 2, 2: 9, 6: .bytes([1]), 9: 3, 10: "belvo.com"]
        let node = InspectionNode(ctapRequest: [0x06] + pin.encoded)
        #expect(node["parameters"]?["subCommand (2)"]?.value == "9 = getPinUvAuthTokenUsingPinWithPermissions")
        #expect(node["parameters"]?["permissions (9)"]?.value == "3 = mc ga")
        let deletion: CBOR = [1: 6, 2: [2: ["id": .bytes([1]), "type": "public-key"]]]
        let management = InspectionNode(ctapRequest: [0x41] + deletion.encoded)
        #expect(management["parameters"]?["subCommand (1)"]?.value == "6 = deleteCredential")
        #expect(management["parameters"]?["subCommandParams (2)"]?["credentialID (2)"]?["type"]?.value == "public-key")
    }

    @Test("A CTAP response is recognized by its members")
    func responsesByWhatTheyHold() throws {
        let object = try Sample.attestationObject()
        let made = CTAPResponse.makeCredential(.init(attestationObject: object))
        let node = InspectionNode(ctapResponse: [0] + made.encoded)
        #expect(node["status"]?.value == "0x00 = CTAP2_OK")
        #expect(node.value?.hasSuffix("as of authenticatorMakeCredential") == true)
        let data = try #require(node["response"]?["authData (2)"])
        #expect(data["flags"]?.value == "5d = UP UV BE BS AT")
        #expect(data.range?.upperBound ?? 0 <= made.encoded.count + 1)

        let info: CBOR = [
            1: ["FIDO_2_1"], 3: .bytes([UInt8](repeating: 7, count: 16)), 10: [["alg": -8, "type": "x"]],
        ]
        let answer = InspectionNode(ctapResponse: [0] + info.encoded)
        #expect(answer["response"]?["aaguid (3)"]?.value == "07070707-0707-0707-0707-070707070707")
        #expect(answer["response"]?["algorithms (10)"]?["[0]"]?["alg"]?.value == "EdDSA (-8)")
        let agreement: CBOR = [1: [1: 2, 3: -25, -1: 1, -2: .bytes([1]), -3: .bytes([2])]]
        let key = InspectionNode(ctapResponse: [0] + agreement.encoded)["response"]?["keyAgreement (1)"]
        #expect(key?["alg"]?.value == "ECDH-ES + HKDF-256 (-25)")
    }

    @Test("A status is shown by name, and a malformed message with its problem")
    func errors() {
        #expect(InspectionNode(ctapResponse: [0x31])["status"]?.value == "0x31 = CTAP2_ERR_PIN_INVALID")
        #expect(InspectionNode(ctapResponse: [0xF3])["status"]?.value == "0xf3 = a vendor's")
        #expect(InspectionNode(ctapResponse: [0x31, 0xA0]).problem == "an error is its status alone")
        #expect(InspectionNode(ctapRequest: [0x77])["command"]?.problem == "no command of CTAP2")
        #expect(InspectionNode(ctapRequest: []).problem == "no command")
        #expect(InspectionNode(ctapResponse: []).problem == "no status")
    }

    @Test("A faulty request shows the status that a key answers")
    func saysWhatAKeyWouldSay() {
        let wrong = InspectionNode(ctapRequest: [0x02] + ([1: "belvo.com"] as CBOR).encoded)
        #expect(wrong.problem == "a key answers CTAP2_ERR_MISSING_PARAMETER")
        // {2: .., 1: ..}
        let order = InspectionNode(ctapRequest: hex("02a20240016161"))
        #expect(order.problem == "a key answers CTAP2_ERR_INVALID_CBOR")
        #expect(order["parameters"]?["rpId (1)"]?.problem == "not canonical: the key is out of order")
        let deep = InspectionNode(ctapRequest: hex("02a1018181818180"))
        #expect(deep["parameters"]?.problem?.contains("deeper than 4") == true)
    }

    @Test("Every CTAP status has its own name")
    func everyStatusHasAName() {
        let names = CTAPStatus.allCases.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.hasPrefix("CTAP1_ERR_") || $0.hasPrefix("CTAP2_") })
    }

    @Test("CTAPHID reports show their packets and the message inside")
    func reportsAndTheirMessage() throws {
        let message = CTAPHIDMessage(
            channel: CTAPHIDChannel(rawValue: 0x0102_0304), command: .cbor, payload: Sample.makeCredential)
        let bytes = message.reports.flatMap(\.self)
        let node = InspectionNode(ctaphid: bytes)
        #expect(node.problem == nil)
        #expect(node.value == "\(message.reports.count) reports")
        #expect(node["initialization packet"]?["CMD"]?.value == "0x90 = CTAPHID_CBOR")
        #expect(node["initialization packet"]?["CID"]?.value == "01020304")
        #expect(node["continuation packet"]?["SEQ"]?.range == 68..<69)
        let request = try #require(node["CTAPHID_CBOR"]?["CTAP request"])
        #expect(request["command"]?.range == 7..<8)
        // The ranges refer to the same bytes inside the reports.
        let user = try #require(request["parameters"]?["user (3)"]?["name"]?.range)
        let content = bytes[user].filter { (0x61...0x7A).contains($0) }
        #expect(String(decoding: content, as: UTF8.self).contains("ana"))
        #expect(request["parameters"]?.range?.upperBound ?? 0 <= bytes.count)
    }

    @Test("CTAPHID_INIT, KEEPALIVE and ERROR show their fields")
    func otherMessages() {
        let nonce: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let answer = CTAPHIDMessage(
            channel: .broadcast, command: .`init`, payload: nonce + [0, 0, 0, 1, 2, 5, 4, 3, 0x05])
        let opened = InspectionNode(ctaphid: answer.reports.flatMap(\.self))["CTAPHID_INIT"]
        #expect(opened?["nonce"]?.value == "0102030405060708")
        #expect(opened?["new CID"]?.value == "00000001")
        #expect(opened?["device version"]?.value == "5.4.3")
        #expect(opened?["capabilities"]?.value == "0x05 = WINK CBOR")
        let channel = CTAPHIDChannel(rawValue: 1)
        let waiting = CTAPHIDMessage(channel: channel, command: .keepalive, payload: [2]).reports
        #expect(InspectionNode(ctaphid: waiting[0])["CTAPHID_KEEPALIVE"]?["status"]?.value == "2 = UPNEEDED")
        let busy = CTAPHIDMessage(channel: channel, command: .error, payload: [6]).reports
        #expect(InspectionNode(ctaphid: busy[0])["CTAPHID_ERROR"]?["error"]?.value == "0x06 = ERR_CHANNEL_BUSY")
    }

    @Test("Incomplete and misordered reports show their problem")
    func whatIsWrongWithReports() {
        let reports = CTAPHIDMessage(
            channel: CTAPHIDChannel(rawValue: 1), command: .cbor, payload: Sample.makeCredential
        ).reports
        #expect(InspectionNode(ctaphid: reports[0]).problem == "a message is not complete")
        #expect(InspectionNode(ctaphid: reports[1])["continuation packet"]?.problem == "a continuation of nothing")
        #expect(InspectionNode(ctaphid: reports[0] + [1, 2])["trailing"]?.range == 64..<66)
        let repeated = InspectionNode(ctaphid: reports[0] + reports[1] + reports[1])
        #expect(repeated.children.contains { $0.problem != nil })
    }
}
