import CTAP
import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@Suite struct ResponseTests {
    private func status(_ bytes: [UInt8], for command: CTAPCommand = .getInfo) -> CTAPStatus {
        do throws(CTAPStatus) {
            _ = try CTAPResponse(decoding: bytes, for: command)
            return .ok
        } catch {
            return error
        }
    }

    @Test("A response with an error status throws that status")
    func statuses() {
        for refusal in CTAPStatus.allCases where refusal != .ok {
            #expect(status([refusal.rawValue]) == refusal && status([refusal.rawValue, 0xFF]) == refusal)
        }
        // A vendor's status.
        #expect(status([0xF0]) == .other)
        #expect(status([]) == .invalidLength)
    }

    @Test("The answer to reset or selection is only the status", arguments: [CTAPCommand.reset, .selection])
    func theStatusAlone(command: CTAPCommand) throws {
        #expect(CTAPResponse.empty.encoded == [])
        #expect(try CTAPResponse(decoding: [0], for: command) == .empty)
        #expect(status([0, 0xFF], for: command) == .invalidCBOR)
    }

    @Test("The answer to setPIN or deleteCredential is only the status")
    func answersWithoutMembers() throws {
        #expect(CTAPResponse.clientPIN(.init()).encoded == [])
        #expect(CTAPResponse.credentialManagement(.init()).encoded == [])
        let setPIN = CTAPCommand.clientPIN(.init(.setPIN))
        #expect(try CTAPResponse(decoding: [0], for: setPIN) == .clientPIN(.init()))
        let delete = CTAPCommand.credentialManagement(.init(.deleteCredential))
        #expect(try CTAPResponse(decoding: [0], for: delete) == .credentialManagement(.init()))
    }

    @Test("Empty names of a user are left out of a response")
    func namesThatAreEmptyAreLeftOut() {
        let response = AuthenticatorGetAssertion.Response(
            credential: .init(id: [1]), authenticatorData: [2], signature: [3],
            user: .init(id: [4], name: "", displayName: ""))
        #expect(
            Hex.encode(CTAPResponse.getAssertion(response).encoded)
                == Hex.encode(
                    hex("a4 01 a2 626964 4101 6474797065 6a7075626c69632d6b6579 02 4102 03 4103 04 a1 626964 4104")))
    }

    /// The same rules for keys as in messages: COSE's labels 1, 3, -1, -2, -3.
    @Test("The members of a key agreement key are encoded in canonical order")
    func theOrderOfAKeyAgreement() {
        let key = KeyAgreementKey(x: [UInt8](repeating: 1, count: 32), y: [UInt8](repeating: 2, count: 32))
        let expected =
            hex("a1 01 a5 01 02 03 3818 20 01 21 5820") + [UInt8](repeating: 1, count: 32) + hex("22 5820")
            + [UInt8](repeating: 2, count: 32)
        #expect(CTAPResponse.clientPIN(.init(keyAgreement: key)).encoded == expected)
    }

    /// A none attestation has an empty statement; CTAP 2.2 lets it be absent.
    @Test("A none attestation is read with an empty statement and without one")
    func noAttestationStatement() throws {
        let object = AttestationObject(format: .none, statement: CBORMap(), authenticatorData: [1])
        let command = Message.makeCredential
        guard case .command(let makeCredential) = try command.decode(command.parameters) else {
            Issue.record("no command")
            return
        }
        let response = CTAPResponse.makeCredential(.init(attestationObject: object))
        #expect(response.encoded == hex("a3 01 64 6e6f6e65 02 41 01 03 a0"))
        #expect(try CTAPResponse(decoding: [0] + response.encoded, for: makeCredential) == response)
        #expect(try CTAPResponse(decoding: hex("00 a2 01 64 6e6f6e65 02 41 01"), for: makeCredential) == response)
    }

    @Test("A minimal getInfo response has only versions and aaguid")
    func theLeastOfAGetInfo() throws {
        let info = AuthenticatorGetInfo(versions: ["FIDO_2_0"], aaguid: .zero)
        let encoded = hex("a2 01 81 68 4649444f5f325f30 03 50") + [UInt8](repeating: 0, count: 16)
        #expect(CTAPResponse.getInfo(info).encoded == encoded)
        #expect(try CTAPResponse(decoding: [0] + encoded, for: .getInfo) == .getInfo(info))
    }

    /// Section 8: shorter names first, then byte by byte.
    @Test("The options of getInfo are encoded in canonical order")
    func theOrderOfOptions() {
        let info = AuthenticatorGetInfo(
            versions: [], aaguid: .zero, options: ["clientPin": false, "up": true, "rk": true, "plat": false])
        let options = hex("04 a4 62 726b f5 62 7570 f5 64 706c6174 f4 69 636c69656e7450696e f4")
        let encoded = hex("a3 01 80 03 50") + [UInt8](repeating: 0, count: 16) + options
        #expect(Hex.encode(CTAPResponse.getInfo(info).encoded) == Hex.encode(encoded))
    }

    @Test("Response members with values out of range are refused")
    func valuesOutOfRange() throws {
        let getInfo = try #require(Message.responses.first { $0.name.hasSuffix("GetInfo") })
        #expect(
            getInfo.status(getInfo.parameters.replacing([3], with: .bytes([UInt8](repeating: 0, count: 15))))
                == .invalidLength)
        #expect(getInfo.status(getInfo.parameters.replacing([5], with: .unsigned(.max))) == .cborUnexpectedType)
        #expect(getInfo.status(getInfo.parameters.replacing([4], with: [1: true])) == .cborUnexpectedType)
        let management = try #require(Message.responses.last)
        #expect(management.status(management.parameters.replacing([10], with: 256)) == .cborUnexpectedType)
    }
}
