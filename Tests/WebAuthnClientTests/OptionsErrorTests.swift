import Testing
import ToqueEncoding
import WebAuthnClient

/// Wrong input and its error message.
@Suite struct OptionsErrorTests {
    private let reader = OptionsReader()

    @Test(
        "A wrong member of creation options is reported by its path",
        arguments: [
            ("rp", nil, "rp: found nothing, expected an object"),
            ("rp", "belvo.com", #"rp: found "belvo.com", expected an object"#),
            ("rp.id", 7, "rp.id: found the number 7, expected a string"),
            ("rp.name", nil, "rp.name: found nothing, expected a string"),
            ("user", .null, "user: found null, expected an object"),
            ("user.id", nil, "user.id: found nothing, expected 1 to 64 bytes, as base64url or as text"),
            ("user.id", "", #"user.id: found "", expected 1 to 64 bytes, as base64url or as text"#),
            ("user.id", 12, "user.id: found the number 12, expected a string"),
            ("user.name", nil, "user.name: found nothing, expected a string"),
            ("user.displayName", true, "user.displayName: found true, expected a string"),
            ("challenge", nil, "challenge: found nothing, expected base64url of 1 byte or more"),
            ("challenge", "", #"challenge: found "", expected base64url of 1 byte or more"#),
            ("challenge", "A", #"challenge: found "A", expected base64url of 1 byte or more"#),
            ("challenge", "one\ntwo", #"challenge: found "one\ntwo", expected base64url of 1 byte or more"#),
            ("challenge", [1, 2], "challenge: found an array, expected a string"),
            ("pubKeyCredParams", nil, "pubKeyCredParams: found nothing, expected an array"),
            ("pubKeyCredParams", [:], "pubKeyCredParams: found an object, expected an array"),
            ("pubKeyCredParams", [-7], "pubKeyCredParams[0]: found the number -7, expected an object"),
            (
                "pubKeyCredParams", [["type": "public-key", "alg": "ES256"]],
                #"pubKeyCredParams[0].alg: found "ES256", expected an integer"#
            ),
            (
                "pubKeyCredParams", [["type": "public-key", "alg": -7], ["type": "public-key"]],
                "pubKeyCredParams[1].alg: found nothing, expected an integer"
            ),
            ("pubKeyCredParams", [["alg": -7]], #"pubKeyCredParams[0].type: found nothing, expected "public-key""#),
            (
                "pubKeyCredParams", [["type": "other", "alg": -7]],
                #"pubKeyCredParams: found no entry of type "public-key", expected one at least or an empty array"#
            ),
            ("timeout", "soon", #"timeout: found "soon", expected an integer"#),
            ("timeout", -1, "timeout: found the number -1, expected milliseconds, 0 or more"),
            (
                "excludeCredentials", [["type": "public-key", "id": "?"]],
                #"excludeCredentials[0].id: found "?", expected base64url of 1 byte or more"#
            ),
            (
                "excludeCredentials", [["type": "public-key", "id": "AQ", "transports": [1]]],
                "excludeCredentials[0].transports[0]: found the number 1, expected a string"
            ),
            ("authenticatorSelection", [], "authenticatorSelection: found an array, expected an object"),
            (
                "authenticatorSelection.requireResidentKey", "true",
                #"authenticatorSelection.requireResidentKey: found "true", expected true or false"#
            ),
            (
                "authenticatorSelection.userVerification", true,
                "authenticatorSelection.userVerification: found true, expected a string"
            ),
            ("attestation", 1, "attestation: found the number 1, expected a string"),
            ("attestationFormats", ["packed", 1], "attestationFormats[1]: found the number 1, expected a string"),
            ("extensions", "appid", #"extensions: found "appid", expected an object"#),
        ] as [(String, JSON?, String)])
    func registration(path: String, value: JSON?, line: String) {
        let json = Samples.registration.setting(path, to: value)
        #expect(failure(try reader.creationOptions(json.bytes)) == line)
    }

    @Test(
        "A wrong member of request options is reported by its path",
        arguments: [
            ("challenge", .null, "challenge: found null, expected base64url of 1 byte or more"),
            ("rpId", 7, "rpId: found the number 7, expected a string"),
            ("allowCredentials", "AQ", #"allowCredentials: found "AQ", expected an array"#),
            (
                "allowCredentials", [["type": "public-key"]],
                "allowCredentials[0].id: found nothing, expected base64url of 1 byte or more"
            ),
            (
                "allowCredentials", [["type": "other", "id": "AQ"]],
                #"allowCredentials: found no entry of type "public-key", expected one at least or an empty array"#
            ),
            ("userVerification", [], "userVerification: found an array, expected a string"),
        ] as [(String, JSON?, String)])
    func signing(path: String, value: JSON?, line: String) {
        #expect(failure(try reader.requestOptions(Samples.signing.setting(path, to: value).bytes)) == line)
    }

    @Test(
        "A text without options is reported with its actual content",
        arguments: [
            (
                "",
                "options: found no JSON (line 1, column 1: the text ends where a value is expected), "
                    + "expected a JSON object"
            ),
            ("[]", "options: found an array, expected an object"),
            ("null", "options: found null, expected an object"),
            ("{}", "rp: found nothing, expected an object"),
            (#"{"publicKey": "x"}"#, #"publicKey: found "x", expected an object with the options"#),
            (#"{"data": {"publicKey": 1}}"#, "data.publicKey: found the number 1, expected an object with the options"),
        ])
    func wholeTexts(text: String, line: String) {
        #expect(failure(try reader.creationOptions(Array(text.utf8))) == line)
    }

    @Test("Duplicate members are refused as malformed JSON")
    func duplicateMembersAreNoJSON() throws {
        let text = #"{"challenge": "AA", "challenge": "AQ"}"#
        let error = try #require(failure(try reader.requestOptions(Array(text.utf8))))
        #expect(error.hasPrefix("options: found no JSON (line 1, "))
    }

    @Test("Options of the other ceremony are refused as such")
    func tellsTheTwoKindsOfOptionsApart() {
        #expect(
            failure(try reader.creationOptions(Samples.signing.bytes))
                == "user: found sign options (rpId or allowCredentials, and no user), expected registration options")
        #expect(
            failure(try reader.requestOptions(Samples.registration.bytes))
                == "user: found registration options (user or pubKeyCredParams), expected sign options")
    }

    @Test("An error about a long value is one short line")
    func errorsStayOneShortLine() throws {
        let json = Samples.signing.setting("challenge", to: .string(String(repeating: "?\n", count: 5000)))
        let error = try #require(failure(try reader.requestOptions(json.bytes)))
        #expect(!error.contains("\n"))
        #expect(error.utf8.count < 250)
    }

    @Test("A tolerated deviation with a long value is one short line")
    func sentencesStayOneShortLine() throws {
        let long = String(repeating: "?\n", count: 5000)
        let json = Samples.signing.setting(long, to: 1).setting("extensions", to: .object([long: 1]))
            .setting("userVerification", to: .string(long))
        let sentences = try reader.requestOptions(json.bytes).tolerated
        #expect(sentences.count == 3)
        #expect(sentences.allSatisfy { !$0.contains("\n") && $0.utf8.count < 250 })
    }

    @Test("A challenge with bits beyond its last byte is not called too short")
    func strayBits() {
        let options = Samples.signing.setting("challenge", to: "AAB")
        #expect(
            failure(try reader.requestOptions(options.bytes))
                == #"challenge: found "AAB", whose character 3 sets bits beyond the last byte, expected base64url with those bits zero"#
        )
    }
}
