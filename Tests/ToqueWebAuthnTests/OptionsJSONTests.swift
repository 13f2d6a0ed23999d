import Testing
import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn

@Suite struct OptionsJSONTests {
    private static let creation: JSON = [
        "rp": ["id": "example.org", "name": "Example"],
        "user": ["id": "AQI", "name": "ana", "displayName": "Ana"], "challenge": "AAEC",
        "pubKeyCredParams": [["alg": -7, "type": "public-key"], ["alg": -257, "type": "public-key"]],
        "timeout": 60_000,
        "excludeCredentials": [["id": "AQ", "type": "public-key", "transports": ["usb", "new"]]],
        "authenticatorSelection": [
            "authenticatorAttachment": "platform", "residentKey": "required", "requireResidentKey": true,
            "userVerification": "required",
        ],
        "attestation": "direct", "attestationFormats": ["packed"], "extensions": ["credProps": true],
    ]

    private static let request: JSON = [
        "challenge": "AAEC", "timeout": 60_000, "rpId": "example.org",
        "allowCredentials": [["id": "AQ", "type": "public-key"]], "userVerification": "discouraged",
        "extensions": ["appid": "https://example.org"],
    ]

    private static let shortCreation: JSON = [
        "rp": ["name": "Example"], "user": ["id": "AQ", "name": "", "displayName": ""], "challenge": "AA",
        "pubKeyCredParams": [],
    ]

    @Test("Creation and request options round-trip through JSON")
    func areReadAndWritten() throws {
        for json in [Self.creation, Self.shortCreation] {
            #expect(try PublicKeyCredentialCreationOptions(json: json).json == json)
        }
        for json: JSON in [Self.request, ["challenge": "AA"]] {
            #expect(try PublicKeyCredentialRequestOptions(json: json).json == json)
        }
    }

    @Test("Creation options have the values that the JSON gives them")
    func values() throws {
        let options = try PublicKeyCredentialCreationOptions(json: Self.creation)
        #expect(options.user.id == [1, 2] && options.challenge == [0, 1, 2] && options.timeout == 60_000)
        #expect(options.pubKeyCredParams == [.es256, .rs256])
        #expect(options.excludeCredentials == [.init(id: [1], transports: [.usb, .init(rawValue: "new")])])
        #expect(
            options.authenticatorSelection
                == .init(authenticatorAttachment: .platform, residentKey: .required, userVerification: .required))
        #expect(options.attestation == .direct && options.attestationFormats == [.packed])
    }

    /// Section 2.1.1, and Web IDL's dictionaries.
    @Test("Unknown members and values of creation options are ignored")
    func whatIsUnknownIsPassedOver() throws {
        let json: JSON = [
            "rp": ["name": "Example", "icon": 7], "user": ["id": "AQ", "name": "", "displayName": ""],
            "challenge": "AA", "unknown": [:], "attestation": "new", "timeout": .null, "hints": ["new"],
            "pubKeyCredParams": [["type": "new"], ["type": "public-key", "alg": -65_000]],
            "authenticatorSelection": ["residentKey": "new", "requireResidentKey": true],
        ]
        let options = try PublicKeyCredentialCreationOptions(json: json)
        #expect(options.attestation == .none && options.timeout == nil)
        #expect(options.pubKeyCredParams == [COSEAlgorithm(rawValue: -65_000)])
        #expect(options.authenticatorSelection.residentKey == .required)
    }

    private static let broken: [(name: String, value: JSON?, path: String)] = [
        ("rp", nil, "rp"), ("rp", [:], "rp.name"), ("rp", ["name": "", "id": 1], "rp.id"),
        ("user", nil, "user"), ("user", ["id": "", "name": "", "displayName": ""], "user.id"),
        ("user", ["id": "AQ==", "name": "", "displayName": ""], "user.id"),
        ("user", ["id": "AQ", "name": 1, "displayName": ""], "user.name"),
        ("user", ["id": "AQ", "name": ""], "user.displayName"),
        ("user", ["id": .base64URL([UInt8](repeating: 0, count: 65)), "name": "", "displayName": ""], "user.id"),
        ("challenge", nil, "challenge"), ("challenge", "", "challenge"), ("challenge", "A+A", "challenge"),
        ("pubKeyCredParams", nil, "pubKeyCredParams"), ("pubKeyCredParams", [7], "pubKeyCredParams[0]"),
        ("pubKeyCredParams", [["type": "new", "alg": -7]], "pubKeyCredParams"),
        ("pubKeyCredParams", [["alg": -7]], "pubKeyCredParams[0].type"),
        ("pubKeyCredParams", [["type": "public-key", "alg": "ES256"]], "pubKeyCredParams[0].alg"),
        ("timeout", -1, "timeout"), ("timeout", "60", "timeout"), ("timeout", 4_294_967_296, "timeout"),
        ("excludeCredentials", [["type": "public-key"]], "excludeCredentials[0].id"),
        ("excludeCredentials", [["type": "public-key", "id": ""]], "excludeCredentials[0].id"),
        (
            "excludeCredentials", [["type": "public-key", "id": "AQ", "transports": [1]]],
            "excludeCredentials[0].transports[0]"
        ),
        ("authenticatorSelection", [], "authenticatorSelection"),
        ("authenticatorSelection", ["requireResidentKey": "yes"], "authenticatorSelection.requireResidentKey"),
        ("authenticatorSelection", ["userVerification": true], "authenticatorSelection.userVerification"),
        ("attestation", 1, "attestation"), ("attestationFormats", [1], "attestationFormats[0]"),
        ("hints", "security-key", "hints"), ("extensions", [], "extensions"),
    ]

    @Test("A wrong member of creation options is refused with its path", arguments: broken)
    func errorsNameTheMember(_ name: String, _ value: JSON?, _ path: String) throws {
        var object = try #require(Self.creation.objectValue)
        object[name] = value
        let error = #expect(throws: JSONMemberError.self) {
            try PublicKeyCredentialCreationOptions(json: .object(object))
        }
        #expect(error?.path == path)
    }

    @Test("A wrong member of request options is refused with its path")
    func requestErrorsNameTheMember() throws {
        func path(_ name: String, _ value: JSON?) throws -> String? {
            var object = try #require(Self.request.objectValue)
            object[name] = value
            return #expect(throws: JSONMemberError.self) {
                try PublicKeyCredentialRequestOptions(json: .object(object))
            }?.path
        }
        #expect(try path("challenge", nil) == "challenge")
        #expect(try path("rpId", 1) == "rpId")
        #expect(try path("allowCredentials", [["type": "new", "id": "AQ"]]) == "allowCredentials")
        #expect(try path("allowCredentials", [["type": "public-key", "id": ""]]) == "allowCredentials[0].id")
        #expect(try path("userVerification", 1) == "userVerification")
    }
}
