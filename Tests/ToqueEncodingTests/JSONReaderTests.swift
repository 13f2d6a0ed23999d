import Testing
import ToqueEncoding

@Suite struct JSONReaderTests {
    private let reader = JSONReader([
        "rp": ["id": 5], "pubKeyCredParams": [["alg": -7], ["alg": "x"]], "none": .null, "id": "AAE", "padded": "AA==",
        "ratio": .number(JSONNumber(1)), "huge": .number(JSONNumber(UInt64.max)), "flag": true,
    ])

    private func message(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("Members are read as their types, and optional ones may be missing or null")
    func values() throws {
        #expect(try reader.member("id").string() == "AAE")
        #expect(try reader.member("id").base64URL() == [0, 1])
        #expect(try reader.member("flag").bool())
        #expect(try reader.member("ratio").double() == 1)
        #expect(try reader.member("pubKeyCredParams").elements()[0].member("alg").int() == -7)
        #expect(try reader.optional("none") == nil)
        #expect(try reader.optional("missing") == nil)
    }

    @Test("An error names the member's path, what was found and what was expected")
    func errorsNameTheMember() {
        #expect(
            message { _ = try reader.member("rp").member("id").string() }
                == "rp.id: found the number 5, expected a string")
        #expect(
            message { _ = try reader.member("pubKeyCredParams").elements()[1].member("alg").int() }
                == #"pubKeyCredParams[1].alg: found "x", expected an integer"#)
        #expect(
            message { _ = try reader.member("rp").member("name", expected: "a name") }
                == "rp.name: found nothing, expected a name")
        #expect(message { _ = try reader.member("none") } == "none: found null, expected a value")
        #expect(message { _ = try reader.elements() } == "JSON: found an object, expected an array")
        #expect(message { _ = try reader.member("id").optional("x") } == #"id: found "AAE", expected an object"#)
        #expect(message { _ = try reader.member("flag").string() } == "flag: found true, expected a string")
        #expect(message { _ = try reader.member("id").bool() } == #"id: found "AAE", expected true or false"#)
        #expect(
            message { _ = try reader.member("padded").base64URL() }
                == #"padded: found "AA==", expected base64url without padding"#)
        #expect(
            message { _ = try reader.member("huge").int() }
                == "huge: found the number 18446744073709551615, expected an integer")
    }

    @Test("A number beyond the greatest Double is refused")
    func aNumberBeyondTheGreatestIsNone() throws {
        let value = JSONReader(try JSON(parsing: "1e999"), path: "amount")
        #expect(message { _ = try value.double() } == "amount: found the number 1e999, expected a number")
    }

    @Test("A text in an error is escaped, on one line and truncated")
    func textsAreShownOnOneLineAndShort() {
        func shown(_ text: String) -> String { JSONReader(.string(text), path: "x").mismatch(expected: "y").found }
        #expect(shown("a\nb\"c\\") == #""a\nb\"c\\""#)
        #expect(shown("\u{1B}[31m\u{9B}\u{2028}\u{202E}") == #""\u{1B}[31m\u{009B}\u{2028}\u{202E}""#)
        #expect(shown("João 😀") == "\"João 😀\"")
        #expect(shown(String(repeating: "x", count: 61)) == "\"" + String(repeating: "x", count: 60) + "...\"")
        // One Swift character, but thousands of scalars.
        #expect(shown("e" + String(repeating: "\u{301}", count: 5000)).unicodeScalars.count < 70)
    }

    @Test("An error names the character of base64url that sets bits beyond the last byte")
    func strayBitsAreNamed() {
        let reader = JSONReader("AAB", path: "id")
        #expect(
            message { _ = try reader.base64URL() }
                == #"id: found "AAB", whose character 3 sets bits beyond the last byte, expected base64url with those bits zero"#
        )
        #expect(
            message { _ = try JSONReader("A", path: "id").base64URL() }
                == #"id: found "A", expected base64url without padding"#)
    }
}
