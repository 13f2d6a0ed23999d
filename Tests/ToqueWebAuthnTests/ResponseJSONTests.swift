import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@Suite struct ResponseJSONTests {
    private static func registration(
        _ key: COSEKey, transports: [AuthenticatorTransport] = [], extensionResults: JSONObject = [:]
    ) -> RegistrationResponse {
        let data = AuthenticatorData(
            rpIDHash: Digest.sha256("example.org"), flags: .userPresent, signCount: 0,
            attestedCredentialData: AttestedCredentialData(
                aaguid: .zero, credentialID: [1, 2], credentialPublicKey: key.encoded))
        return RegistrationResponse(
            credentialID: [1, 2],
            clientDataJSON: CollectedClientData(type: .create, challenge: [1], origin: "https://example.org")
                .serialized,
            attestationObject: AttestationObject(
                format: .none, statement: CBORMap(), authenticatorData: data.encoded
            ).encoded,
            transports: transports, authenticatorAttachment: .platform, clientExtensionResults: extensionResults)
    }

    private static func key() throws -> COSEKey {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "json"))
        return try COSEKey(algorithm: .es256, parameters: pair.publicKey)
    }

    private let assertion = AuthenticationResponse(
        credentialID: [1, 2], clientDataJSON: [3], authenticatorData: [4], signature: [5], userHandle: [6],
        authenticatorAttachment: .crossPlatform, clientExtensionResults: ["appid": true])

    /// The members of RegistrationResponseJSON in the order of section 5.1's dictionaries.
    @Test("A registration response is written with the specification's members and values")
    func registrationForm() throws {
        let key = try Self.key()
        let response = Self.registration(
            key, transports: [.usb, .internal, .hybrid, .usb, AuthenticatorTransport(rawValue: "a")],
            extensionResults: ["credProps": ["rk": true]])
        let json = try response.json()
        #expect(
            json.objectValue?.names
                == ["id", "rawId", "response", "authenticatorAttachment", "clientExtensionResults", "type"])
        #expect(
            json["response"]?.objectValue?.names
                == [
                    "clientDataJSON", "authenticatorData", "transports", "publicKey", "publicKeyAlgorithm",
                    "attestationObject",
                ])
        #expect(json["id"] == "AQI" && json["rawId"] == "AQI" && json["type"] == "public-key")
        #expect(json["authenticatorAttachment"] == "platform")
        #expect(json["clientExtensionResults"] == ["credProps": ["rk": true]])
        #expect(json["response"]?["transports"] == ["a", "hybrid", "internal", "usb"])
        #expect(json["response"]?["publicKeyAlgorithm"] == -7)
        #expect(
            try json["response"]?["publicKey"]
                == .base64URL(VerifyingKey(key.parameters).subjectPublicKeyInfo()))
        #expect(
            try json["response"]?["authenticatorData"]
                == .base64URL(AttestationObject(decoding: response.attestationObject).authenticatorData))
        #expect(json["response"]?["clientDataJSON"] == .base64URL(response.clientDataJSON))
        #expect(json["response"]?["attestationObject"] == .base64URL(response.attestationObject))
    }

    @Test("Registration and authentication responses round-trip through JSON")
    func whatIsWrittenIsRead() throws {
        let registration = Self.registration(try Self.key(), transports: [.hybrid, .internal])
        #expect(try RegistrationResponse(json: JSON(parsing: registration.json().utf8)) == registration)
        #expect(try AuthenticationResponse(json: JSON(parsing: assertion.json().utf8)) == assertion)
        var plain = assertion
        plain.userHandle = nil
        plain.authenticatorAttachment = nil
        plain.clientExtensionResults = [:]
        #expect(try AuthenticationResponse(json: JSON(parsing: plain.json().utf8)) == plain)
    }

    @Test("An authentication response is written in the specification's form, without absent members")
    func authenticationForm() {
        #expect(
            assertion.json().serialized()
                == #"{"id":"AQI","rawId":"AQI","response":{"clientDataJSON":"Aw","authenticatorData":"BA","#
                + #""signature":"BQ","userHandle":"Bg"},"authenticatorAttachment":"cross-platform","#
                + #""clientExtensionResults":{"appid":true},"type":"public-key"}"#)
        var plain = assertion
        plain.userHandle = nil
        plain.authenticatorAttachment = nil
        plain.clientExtensionResults = [:]
        #expect(
            plain.json().serialized()
                == #"{"id":"AQI","rawId":"AQI","response":{"clientDataJSON":"Aw","authenticatorData":"BA","#
                + #""signature":"BQ"},"clientExtensionResults":{},"type":"public-key"}"#)
    }

    /// Section 5.2.1.1: no public key if the client cannot make its SubjectPublicKeyInfo.
    @Test("A key without a SubjectPublicKeyInfo leaves publicKey out of the response")
    func aKeyThatIsNoneLeavesPublicKeyOut() throws {
        let key = try COSEKey(algorithm: .rs256, parameters: .rsa(modulus: [1], exponent: [1]))
        let json = try Self.registration(key).json()
        #expect(json["response"]?["publicKey"] == nil && json["response"]?["publicKeyAlgorithm"] == -257)
    }

    @Test("A registration response without a credential cannot be written")
    func aRegistrationWithoutACredentialHasNoForm() {
        let data = AuthenticatorData(rpIDHash: Digest.sha256("x"), flags: [], signCount: 0).encoded
        for object in [[], AttestationObject(format: .none, statement: CBORMap(), authenticatorData: data).encoded] {
            let response = RegistrationResponse(credentialID: [1], clientDataJSON: [], attestationObject: object)
            #expect(throws: (any Error).self) { try response.json() }
        }
    }

    @Test("A response needs only its required members, and unknown ones are ignored")
    func theNeededMembersAreEnough() throws {
        let registration = try RegistrationResponse(
            json: [
                "type": "public-key", "rawId": "AQI", "id": "AQI", "more": 1, "authenticatorAttachment": "other",
                "response": ["attestationObject": "AA", "clientDataJSON": "AQ"],
            ])
        #expect(
            registration
                == RegistrationResponse(credentialID: [1, 2], clientDataJSON: [1], attestationObject: [0]))
        let assertion = try AuthenticationResponse(
            json: [
                "type": "public-key", "rawId": "AQI", "id": "AQI", "clientExtensionResults": .null,
                "response": ["signature": "AA", "clientDataJSON": "AQ", "authenticatorData": "Ag", "userHandle": ""],
            ])
        #expect(
            assertion
                == AuthenticationResponse(
                    credentialID: [1, 2], clientDataJSON: [1], authenticatorData: [2], signature: [0], userHandle: nil))
    }

    private func message(_ change: (inout JSONObject) -> Void) -> String? {
        guard var object = assertion.json().objectValue else { return nil }
        change(&object)
        do throws(JSONMemberError) {
            _ = try AuthenticationResponse(json: .object(object))
            return nil
        } catch {
            return error.description
        }
    }

    @Test("A response with a wrong member is refused with its path")
    func refused() throws {
        #expect(message { _ in } == nil)
        #expect(message { $0["id"] = "AQM" } == #"rawId: found "AQI", expected the same text as id"#)
        #expect(message { $0["id"] = "AQ==" } == #"id: found "AQ==", expected base64url without padding"#)
        #expect(
            message { ($0["id"], $0["rawId"]) = ("", "") } == #"id: found "", expected base64url of 1 byte or more"#)
        #expect(message { $0["rawId"] = nil } == "rawId: found nothing, expected the same text as id")
        #expect(message { $0["type"] = "password" } == #"type: found "password", expected "public-key""#)
        #expect(message { $0["type"] = nil } == #"type: found nothing, expected "public-key""#)
        #expect(message { $0["response"] = [] } == "response: found an array, expected an object")
        #expect(message { $0["response"] = [:] } == "response.clientDataJSON: found nothing, expected base64url")
        #expect(
            message { $0["response"] = ["clientDataJSON": "Aw", "authenticatorData": "BA", "signature": 5] }
                == "response.signature: found the number 5, expected a string")
        #expect(
            message { $0["authenticatorAttachment"] = 1 }
                == "authenticatorAttachment: found the number 1, expected a string")
        #expect(
            message { $0["clientExtensionResults"] = "x" }
                == #"clientExtensionResults: found "x", expected an object"#)
        #expect(throws: JSONMemberError(path: "response.transports[1]", found: "null", expected: "a string")) {
            try RegistrationResponse(
                json: [
                    "type": "public-key", "rawId": "AQI", "id": "AQI",
                    "response": ["attestationObject": "AA", "clientDataJSON": "AQ", "transports": ["usb", .null]],
                ])
        }
    }
}
