import Testing
import ToqueCOSE
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

@Suite struct OptionsReaderTests {
    private let reader = OptionsReader()

    @Test("The guide's registration options are read, and their deviations reported")
    func readsTheGuidesRegistrationOptions() throws {
        let parsed = try reader.creationOptions(try Samples.guide("registration-options"))
        #expect(
            parsed.options
                == PublicKeyCredentialCreationOptions(
                    rp: .init(id: "belvo.com", name: "Belvo"),
                    user: .init(
                        id: try #require(Base64URL.decode(Samples.userID)), name: "Ana Exemplo",
                        displayName: "Ana Exemplo"),
                    challenge: Array("GwlOdD8NhgnImQ".utf8),
                    pubKeyCredParams: [.rs256, .es256],
                    extensions: ["appid": "true"]))
        #expect(parsed.options.challenge.count == 14)
        #expect(
            parsed.tolerated == [
                "challenge: length 14, it should be 16 bytes at least",
                "extensions.appid: extension not supported, passed over",
            ])
    }

    @Test("The guide's signing options are read without a deviation")
    func readsTheGuidesSigningOptions() throws {
        let parsed = try reader.requestOptions(try Samples.guide("signing-options"))
        #expect(parsed.options.rpID == "belvo.com")
        #expect(parsed.options.timeout == 300_000)
        #expect(parsed.options.challenge.count == 32)
        #expect(parsed.options.allowCredentials.map(\.id.count) == [65])
        #expect(parsed.tolerated.isEmpty)
    }

    @Test("Every member of W3C's JSON form is read")
    func readsEachMemberOfW3CsForm() throws {
        let parsed = try reader.creationOptions(Samples.registration.bytes)
        #expect(
            parsed.options
                == PublicKeyCredentialCreationOptions(
                    rp: .init(id: "example.com", name: "Example"),
                    user: .init(id: [1, 2, 3, 4], name: "ana", displayName: "Ana"),
                    challenge: Array(0...15), pubKeyCredParams: [.es256, .edDSA], timeout: 60000,
                    excludeCredentials: [.init(id: [1], transports: [.usb, .init(rawValue: "carrier-pigeon")])],
                    authenticatorSelection: .init(
                        authenticatorAttachment: .crossPlatform, residentKey: .preferred, userVerification: .required),
                    attestation: .direct, attestationFormats: [.packed], extensions: ["credProps": true]))
        #expect(parsed.tolerated.isEmpty)

        let signing = try reader.requestOptions(Samples.signing.bytes)
        #expect(
            signing.options
                == PublicKeyCredentialRequestOptions(
                    challenge: Array(0...15), timeout: 60000, rpID: "example.com",
                    allowCredentials: [.init(id: [1])], userVerification: .discouraged))
        #expect(signing.tolerated.isEmpty)
    }

    @Test(
        "Options inside a wrapper are read, and the wrapper reported",
        arguments: [["publicKey"], ["data"], ["fido_options"], ["data", "publicKey"], ["data", "fido_options"]])
    func looksIntoWrappers(names: [String]) throws {
        let wrapped = names.reversed().reduce(Samples.registration) { [$1: $0, "request_id": "7"].json }
        let parsed = try reader.creationOptions(wrapped.bytes)
        #expect(parsed.options == (try reader.creationOptions(Samples.registration.bytes).options))
        #expect(parsed.tolerated == ["\(names.joined(separator: ".")): the options stand inside of it"])
    }

    @Test("Options inside a payment intent are read")
    func looksIntoTheAnswerThatMadeAPaymentIntent() throws {
        let intent: JSON = [
            "id": "7", "status": "PENDING",
            "payment_method_information": [
                "open_finance_biometric_pix": ["provider": "belvo", "fido_options": Samples.signing]
            ],
        ]
        let parsed = try reader.requestOptions(intent.bytes)
        #expect(parsed.options.rpID == "example.com")
    }

    @Test("The path in an error leaves out the wrapper")
    func pathsAreTheSameInsideOfWrappers() {
        let wrapped: JSON = ["publicKey": Samples.registration.setting("rp.id", to: 7)]
        #expect(failure(try reader.creationOptions(wrapped.bytes)) == "rp.id: found the number 7, expected a string")
    }

    @Test("A wrapper's name beside options is an unknown member")
    func aWrappersNameNextToOptionsIsAnUnknownMember() throws {
        let parsed = try reader.creationOptions(Samples.registration.setting("data", to: ["a": 1]).bytes)
        #expect(parsed.tolerated == ["data: unknown, passed over"])
    }

    @Test(
        "A deviation is tolerated and reported, and a valid value goes unreported",
        arguments: [
            ("challenge", "AAECAwQFBgcICQoLDA0ODw==", "challenge: padded, base64url has no padding"),
            ("challenge", "+/ECAwQFBgcICQoLDA0ODw", "challenge: in the standard alphabet (+ and /) of base64"),
            ("challenge", "AA", "challenge: length 1, it should be 16 bytes at least"),
            ("timeout", nil, "timeout: null, taken as absent"),
            ("rp.id", nil, "rp.id: null, taken as absent"),
            ("attestation", nil, "attestation: null, taken as absent"),
            ("attestation", "royal", #"attestation: unknown value "royal", taken as absent"#),
            ("authenticatorSelection", nil, "authenticatorSelection: null, taken as absent"),
            (
                "authenticatorSelection.userVerification", "perhaps",
                #"authenticatorSelection.userVerification: unknown value "perhaps", taken as absent"#
            ),
            ("excludeCredentials", nil, "excludeCredentials: null, taken as absent"),
            ("extensions", nil, "extensions: null, taken as absent"),
            (
                "extensions.credProps", "true",
                "extensions.credProps: found a string, expected true or false, passed over"
            ),
            ("extensions.getCredBlob", "true", "extensions.getCredBlob: extension not supported, passed over"),
            ("extensions.appidExclude", "true", #"extensions.appidExclude: found "true", expected a URL, passed over"#),
            ("extensions.appidExclude", "https://example.com/u2f", nil),
            ("extensions.credentialProtectionPolicy", "userVerificationOptional", nil),
            ("color", "blue", "color: unknown, passed over"),
            ("rp.icon", "data:", "rp.icon: unknown, passed over"),
            ("user.id", "Anna", nil),
            ("user.id", "ana@example.com", "user.id: no base64url of 1 to 64 bytes, taken as its UTF-8 bytes"),
            ("user.id", "AQIDBA==", "user.id: padded, base64url has no padding"),
        ] as [(String, String?, String?)])
    func tolerates(path: String, text: String?, sentence: String?) throws {
        let json = Samples.registration.setting(path, to: text.map(JSON.string) ?? .null)
        #expect(try reader.creationOptions(json.bytes).tolerated == (sentence.map { [$0] } ?? []))
    }

    @Test(
        "An appid is reported as ignored unless it is a URL or empty",
        arguments: [
            ("true", [#"extensions.appid: found "true", expected a URL, passed over"#]),
            (true, ["extensions.appid: found a boolean, expected a URL, passed over"]),
            ("https://example.com/u2f", []), ("", []),
        ] as [(JSON, [String])])
    func toleratesWhatIsNoAppID(value: JSON, tolerated: [String]) throws {
        let json = Samples.signing.setting("extensions", to: ["appid": value])
        #expect(try reader.requestOptions(json.bytes).tolerated == tolerated)
    }

    @Test("Unknown enumeration values count as absent")
    func whatIsUnknownCountsAsAbsent() throws {
        let json = Samples.registration
            .setting("attestation", to: "royal")
            .setting("authenticatorSelection.authenticatorAttachment", to: "implant")
            .setting("authenticatorSelection.userVerification", to: "perhaps")
            .setting("authenticatorSelection.residentKey", to: "maybe")
            .setting("authenticatorSelection.requireResidentKey", to: true)
        let options = try reader.creationOptions(json.bytes).options
        #expect(options.attestation == .none)
        #expect(options.authenticatorSelection == .init(residentKey: .required, userVerification: .preferred))
    }

    @Test(
        "residentKey takes precedence over requireResidentKey",
        arguments: [
            ("discouraged", true, ResidentKeyRequirement.discouraged), ("required", false, .required),
            (nil, true, .required),
            (nil, false, .discouraged), (nil, nil, .discouraged),
        ] as [(String?, Bool?, ResidentKeyRequirement)])
    func residentKeySpeaksBeforeRequireResidentKey(text: String?, flag: Bool?, expected: ResidentKeyRequirement) throws
    {
        let json = Samples.registration
            .setting("authenticatorSelection.residentKey", to: text.map(JSON.string))
            .setting("authenticatorSelection.requireResidentKey", to: flag.map(JSON.bool))
        #expect(try reader.creationOptions(json.bytes).options.authenticatorSelection.residentKey == expected)
    }

    @Test("Unknown algorithms are kept, and entries of other types ignored")
    func keepsUnknownAlgorithmsAndPassesOverOtherTypes() throws {
        let json = Samples.registration.setting(
            "pubKeyCredParams",
            to: [
                ["type": "public-key", "alg": -65535], ["type": "secret-key", "alg": "x"],
                ["type": "public-key", "alg": -7],
            ])
        let parsed = try reader.creationOptions(json.bytes)
        #expect(parsed.options.pubKeyCredParams == [COSEAlgorithm(rawValue: -65535), .es256])
        #expect(
            parsed.tolerated == [#"pubKeyCredParams[1].type: unknown value "secret-key", the entry is passed over"#])
    }

    @Test("An empty pubKeyCredParams stays empty")
    func anEmptyListOfAlgorithmsStaysEmpty() throws {
        let json = Samples.registration.setting("pubKeyCredParams", to: [])
        #expect(try reader.creationOptions(json.bytes).options.pubKeyCredParams.isEmpty)
    }

    // MARK: user.id

    @Test("A UUID in user.id is read as base64url and encodes to the same text")
    func aUUIDIsBase64URLAndComesBackAsTheSameText() throws {
        let parsed = try reader.creationOptions(
            Samples.registration.setting("user.id", to: .string(Samples.userID)).bytes)
        #expect(parsed.options.user.id.count == 27)
        #expect(Base64URL.encode(parsed.options.user.id) == Samples.userID)
        #expect(parsed.tolerated.isEmpty)
    }

    @Test(
        "user.id is read as UTF-8 if that is forced",
        arguments: [
            (Samples.userID, Array(Samples.userID.utf8)), ("AQIDBA", Array("AQIDBA".utf8)), ("é", [0xC3, 0xA9]),
        ])
    func utf8CanBeForced(text: String, expected: [UInt8]) throws {
        let json = Samples.registration.setting("user.id", to: .string(text))
        let parsed = try OptionsReader(userIDText: .utf8).creationOptions(json.bytes)
        #expect(parsed.options.user.id == expected)
        #expect(parsed.tolerated.isEmpty)
    }

    @Test("A user.id of at most 64 bytes is accepted, as base64url or as UTF-8")
    func theLongestUserHandles() throws {
        let decoded = String(repeating: "A", count: 86)  // 64 bytes
        #expect(try userID(decoded)?.count == 64)
        // 65 bytes of base64url are 87 bytes of UTF-8: too long in both forms.
        #expect(try userID(decoded + "A") == nil)
        // A text of 64 characters that is not base64url.
        #expect(try userID(String(repeating: "é", count: 32))?.count == 64)
        #expect(try userID(String(repeating: "é", count: 33)) == nil)
        // One character is not base64url, and is a byte of UTF-8.
        #expect(try userID("x") == [0x78])
    }

    private func userID(_ text: String) throws -> [UInt8]? {
        do {
            return try reader.creationOptions(Samples.registration.setting("user.id", to: .string(text)).bytes)
                .options.user.id
        } catch {
            #expect(error.path == "user.id")
            return nil
        }
    }
}

extension [String: JSON] {
    /// Returns an object with its members sorted by name.
    fileprivate var json: JSON {
        var object = JSONObject()
        for (name, value) in sorted(by: { $0.key < $1.key }) { object[name] = value }
        return .object(object)
    }
}
