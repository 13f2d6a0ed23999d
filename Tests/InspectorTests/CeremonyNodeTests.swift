import Testing
import ToqueEncoding
import ToqueWebAuthn

@testable import Inspector

@Suite("Client data, options and responses")
struct CeremonyNodeTests {
    @Test("Client data shows all its members, unknown ones too")
    func clientDataShowsAllMembers() {
        let json = #"{"type":"webauthn.get","challenge":"AAEC","origin":"https://belvo.com","extra":{"a":[1,null]}}"#
        let node = InspectionNode(clientDataJSON: Array(json.utf8))
        #expect(
            node.text() == """
                clientDataJSON: \(json.utf8.count) bytes
                  type: webauthn.get
                  challenge: AAEC (3 bytes)
                  origin: https://belvo.com
                  extra
                    a
                      [0]: 1
                      [1]: null
                """)
    }

    @Test("Faulty client data shows its problem")
    func clientDataSaysWhatIsWrong() {
        let padded = InspectionNode(clientDataJSON: Array(#"{"type":"x","challenge":"AA==","origin":"o"}"#.utf8))
        #expect(padded["challenge"]?.problem == "not base64url without padding")
        let missing = InspectionNode(clientDataJSON: Array(#"{"type":"x"}"#.utf8))
        #expect(missing.problem?.hasPrefix("challenge") == true)
        #expect(missing["type"]?.value == "x")
        #expect(InspectionNode(clientDataJSON: Array("{".utf8)).problem != nil)
    }

    @Test("Creation options show each member that is set")
    func creationOptions() {
        let node = InspectionNode(
            PublicKeyCredentialCreationOptions(
                rp: .init(id: "belvo.com", name: "Belvo"), user: .init(id: [1, 2], name: "ana", displayName: "Ana"),
                challenge: [3], pubKeyCredParams: [.rs256, .es256], timeout: 60000,
                excludeCredentials: [.init(id: [4], transports: [.internal, .hybrid])],
                authenticatorSelection: .init(authenticatorAttachment: .platform, userVerification: .required),
                attestation: .direct, attestationFormats: [.packed], extensions: ["appid": "true"]))
        #expect(
            node.text() == """
                PublicKeyCredentialCreationOptions
                  rp: belvo.com (Belvo)
                  user: ana (Ana)
                    id: 2 bytes: 0102
                  challenge: 1 byte: 03
                  pubKeyCredParams: RS256 (-257), ES256 (-7)
                  timeout: 60000 ms
                  excludeCredentials
                    [0]: 1 byte: 04
                      transports: internal, hybrid
                  authenticatorSelection
                    authenticatorAttachment: platform
                    residentKey: discouraged
                    userVerification: required
                  attestation: direct
                  attestationFormats: packed
                  extensions
                    appid: true
                """)
    }

    @Test("Request options show their defaults")
    func requestOptions() {
        let node = InspectionNode(PublicKeyCredentialRequestOptions(challenge: [1, 2]))
        #expect(
            node.text() == """
                PublicKeyCredentialRequestOptions
                  rpId: the origin's host
                  challenge: 2 bytes: 0102
                  userVerification: preferred
                """)
    }

    @Test("Registration and authentication responses show their parts")
    func responses() throws {
        let clientData = CollectedClientData(type: .create, challenge: [1], origin: "https://belvo.com").serialized
        let registration = InspectionNode(
            RegistrationResponse(
                credentialID: Sample.id, clientDataJSON: clientData,
                attestationObject: try Sample.attestationObject().encoded, transports: [.usb],
                authenticatorAttachment: .platform, clientExtensionResults: ["credProps": ["rk": true]]),
            context: .init(rpID: "belvo.com"))
        #expect(
            registration.children.map(\.label) == [
                "id", "clientDataJSON", "attestationObject", "transports", "authenticatorAttachment",
                "clientExtensionResults",
            ])
        #expect(registration["attestationObject"]?["authData"]?["rpIdHash"]?.problem == nil)
        #expect(registration["clientExtensionResults"]?["credProps"]?["rk"]?.value == "true")

        let authentication = InspectionNode(
            AuthenticationResponse(
                credentialID: Sample.id, clientDataJSON: clientData,
                authenticatorData: try Sample.authenticatorData().encoded, signature: [0x30], userHandle: [5]))
        #expect(
            authentication.children.map(\.label)
                == ["id", "clientDataJSON", "authenticatorData", "signature", "userHandle"])
        #expect(authentication["signature"]?.value == "1 byte: 30")
    }
}
