import Testing
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@Suite struct CollectedClientDataTests {
    private func text(_ data: CollectedClientData) -> String { String(decoding: data.serialized, as: UTF8.self) }

    /// Section 5.8.1.1, byte for byte.
    @Test("Client data is serialized byte for byte as the specification says")
    func serialization() {
        let challenge = Array("GwlOdD8NhgnImQ".utf8)
        #expect(
            text(CollectedClientData(type: .create, challenge: challenge, origin: "https://example.org"))
                == #"{"type":"webauthn.create","challenge":"R3dsT2REOE5oZ25JbVE","origin":"https://example.org","#
                + #""crossOrigin":false}"#)
        #expect(
            text(
                CollectedClientData(
                    type: .get, challenge: [0xFB, 0xFF], origin: "https://example.org", crossOrigin: true,
                    topOrigin: "https://example.com"))
                == #"{"type":"webauthn.get","challenge":"-_8","origin":"https://example.org","crossOrigin":true,"#
                + #""topOrigin":"https://example.com"}"#)
        var data = CollectedClientData(type: .get, challenge: [], origin: "o")
        data.crossOrigin = nil
        #expect(text(data) == #"{"type":"webauthn.get","challenge":"","origin":"o","crossOrigin":false}"#)
    }

    /// CCDToString escapes only quotes, backslashes and characters below U+0020, always in four lowercase digits.
    @Test(
        "Only quotes, backslashes and control characters of an origin are escaped",
        arguments: [
            ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\n", #"\u000a"#), ("\t", #"\u0009"#), ("\r", #"\u000d"#),
            ("\u{8}", #"\u0008"#), ("\u{C}", #"\u000c"#), ("\0", #"\u0000"#), ("\u{1F}", #"\u001f"#), (" ", " "),
            ("\u{7F}", "\u{7F}"), ("\u{80}", "\u{80}"), ("é", "é"), ("e\u{301}", "e\u{301}"), ("\u{2028}", "\u{2028}"),
            ("😀", "😀"), ("\u{10FFFF}", "\u{10FFFF}"), ("<>&'", "<>&'"),
        ])
    func strings(origin: String, escaped: String) throws {
        let data = CollectedClientData(type: .create, challenge: [], origin: origin)
        let expected =
            #"{"type":"webauthn.create","challenge":"","origin":""# + escaped + #"","crossOrigin":false}"#
        #expect(data.serialized == Array(expected.utf8))
        #expect(try Array(CollectedClientData(parsing: data.serialized).origin.utf8) == Array(origin.utf8))
    }

    @Test("Client data round-trips through its serialization")
    func whatIsWrittenIsRead() throws {
        let data = CollectedClientData(
            type: .get, challenge: [1, 2, 3], origin: "https://example.org", crossOrigin: true,
            topOrigin: "https://example.com")
        #expect(try CollectedClientData(parsing: data.serialized) == data)
    }

    @Test("Client data with unknown members, in any order and with a byte order mark is read")
    func unknownMembersAndAnotherOrderAreRead() throws {
        let text = #" {"origin":"o","future":{"a":[1]},"challenge":"AA","type":"other","topOrigin":null}"#
        let data = try CollectedClientData(parsing: [0xEF, 0xBB, 0xBF] + Array(text.utf8))
        #expect(data.type == "other" && data.challenge == "AA" && data.origin == "o")
        #expect(data.crossOrigin == nil && data.topOrigin == nil)
    }

    @Test(
        "Malformed client data is refused with a message that says where",
        arguments: [
            ("[]", "JSON: found an array, expected an object"),
            (#"{"challenge":"A","origin":"o"}"#, "type: found nothing, expected a value"),
            (#"{"type":1,"challenge":"A","origin":"o"}"#, "type: found the number 1, expected a string"),
            (#"{"type":"t","origin":"o"}"#, "challenge: found nothing, expected a value"),
            (#"{"type":"t","challenge":"A"}"#, "origin: found nothing, expected a value"),
            (
                #"{"type":"t","challenge":"A","origin":"o","crossOrigin":"false"}"#,
                #"crossOrigin: found "false", expected true or false"#
            ),
            (
                #"{"type":"t","challenge":"A","origin":"o","topOrigin":[]}"#,
                "topOrigin: found an array, expected a string"
            ),
            (
                #"{"type":"t","type":"t","challenge":"A","origin":"o"}"#,
                #"line 1, column 13: duplicate member "type""#
            ),
            (#"{"type":"t","challenge":"A","origin":"o"}x"#, "line 1, column 42: something follows the JSON value"),
            ("", "line 1, column 1: the text ends where a value is expected"),
        ])
    func refused(text: String, message: String) {
        let error = #expect(throws: (any Error).self) { try CollectedClientData(parsing: Array(text.utf8)) }
        #expect(error.map { "\($0)" } == message)
    }

    @Test("Client data of more than 64 KiB is refused")
    func largeTextsAreRefused() {
        let origin = String(repeating: "o", count: 64 << 10)
        let data = CollectedClientData(type: .get, challenge: [], origin: origin)
        #expect(throws: JSONSyntaxError.self) { try CollectedClientData(parsing: data.serialized) }
    }
}
