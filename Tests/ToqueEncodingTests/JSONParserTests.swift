import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@Suite struct JSONParserTests {
    @Test(
        "A JSON value is parsed, with any whitespace around it",
        arguments: [
            ("null", .null), (" true\n", .bool(true)), ("\t\r\nfalse", .bool(false)), ("0", 0), ("-7", -7),
            (#""""#, ""), ("[]", []), ("{}", [:]), ("[ 1 , [ ] , { } ]", [1, [], [:]]),
            (#"{"a":1,"b":[true,null]}"#, ["a": 1, "b": [true, .null]]), (#"{"":0}"#, ["": 0]),
        ] as [(String, JSON)])
    func values(text: String, value: JSON) throws { #expect(try JSON(parsing: text) == value) }

    @Test(
        "A string with escapes or Unicode is parsed, and round-trips",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u00E9""#, "éé"), (#""\ud83d\uDE00""#, "😀"),
            (#""\u0000""#, "\0"), (#""\uFFFF""#, "\u{FFFF}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
            ("\"\u{7F}\u{2028}😀\"", "\u{7F}\u{2028}😀"), (#""a\u0041é""#, "aAé"),
        ])
    func strings(text: String, value: String) throws {
        let parsed = try JSON(parsing: text)
        #expect(parsed.stringValue.map { Array($0.utf8) } == Array(value.utf8))
        #expect(try JSON(parsing: parsed.utf8) == parsed)
    }

    @Test(
        "A number keeps its text",
        arguments: ["0", "-0", "0.13", "-1.50", "1e5", "1E+05", "1.0e-7", "123456789012345678901234567890", "1e999"])
    func numbersKeepTheirText(text: String) throws {
        let value = try JSON(parsing: text)
        #expect(value.serialized() == text)
        #expect(value.kind == "a number")
    }

    @Test(
        "Text outside JSON's grammar is refused",
        arguments: [
            "", " ", "nul", "nulL", "NULL", "truefalse", "tru", "undefined", "NaN", "Infinity", "'a'", "a",
            "01", "-01", "00", "+1", "-", "1.", ".5", "1.e5", "1e", "1e+", "0x10", "1_000", "- 1", "１",
            "[", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "{", "}", "{]", #"{"a""#, #"{"a":"#, #"{"a":1"#,
            #"{"a":1,}"#, #"{,"a":1}"#, #"{"a" 1}"#, "{a:1}", "{1:1}", "{'a':1}", #"{"a":1 "b":2}"#, #"{"a":}"#,
            "1 2", "{} {}", "[]]", "null\0", "\0null", "/**/1", "1//", "\u{A0}1", "\u{2028}1", "\u{C}1", "1\u{FEFF}",
            #"""#, #""a"#, #""\"#, #""\x""#, #""\U0041""#, #""\u004""#, #""\u004g""#, #""\u+041""#, "\"\n\"", "\"\t\"",
            "\"\0\"", "\"\u{1F}\"",
            #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#, #""\ud800x""#, #""\ud800\n""#, #""\ud800\u0041""#,
            #""\udc00\ud800""#, #""\ud800\u""#, #""\ud800\"#,
        ])
    func refused(text: String) {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [
            [0x22, 0x80, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
            [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xFF, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0x22, 0x5C, 0x6E, 0x80, 0x22],  // after an escape, which is another path
            [0xFF, 0xFE, 0x31, 0x00], [0x31, 0x00], [0x00, 0x31],  // UTF-16
        ] as [[UInt8]])
    func refusedBytes(bytes: [UInt8]) {
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) }
    }

    @Test("One byte order mark is ignored, and a second or incomplete one is refused")
    func oneByteOrderMarkIsPassedOver() throws {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(try JSON(parsing: mark + [0x31]) == 1)
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: mark + mark + [0x31]) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0xEF, 0xBB] + [0x31]) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: mark) }
    }

    @Test(
        "A duplicate member is refused, nested or escaped as it may be",
        arguments: [
            #"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"x":{"b":1,"c":2,"b":3}}"#,
            #"{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"3":0}"#,
            #"{"0":0,"1":0,"2":0,"3":0,"4":0,"5":0,"6":0,"7":0,"8":0,"9":0,"9":0}"#,
        ])
    func duplicateMembersAreRefused(text: String) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text) }
        #expect(error?.reason.hasPrefix("duplicate member ") == true)
    }

    /// Canonically equivalent names are different names: no other JSON reader compares strings as Swift does.
    @Test("Member names are compared by their bytes")
    func namesAreComparedByTheirBytes() throws {
        let value = try JSON(parsing: "{\"K\":1,\"\u{212A}\":2,\"\u{E9}\":3,\"e\u{301}\":4}")
        #expect(value["K"] == 1)
        #expect(value["\u{212A}"] == 2)
        #expect(value["\u{E9}"] == 3)
        #expect(value["e\u{301}"] == 4)
        #expect(JSON.string("K") != JSON.string("\u{212A}"))
    }

    @Test("A syntax error names its offset, line and column")
    func errorsSayWhere() throws {
        let error = #expect(throws: JSONSyntaxError.self) {
            try JSON(parsing: "{\n  \"a\": 1,\n  \"ä\": tru\n}")
        }
        #expect(error?.offset == 20)
        #expect(error?.line == 3)
        #expect(error?.column == 9)
        #expect(error?.description == "line 3, column 9: a value is expected here")
        let duplicate = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: #"{"a":1, "a":2}"#) }
        #expect(duplicate?.description == #"line 1, column 9: duplicate member "a""#)
    }

    @Test("A duplicate member's name is escaped and truncated in the error")
    func aHostileNameCannotFillOrSteerTheTerminal() {
        let name = "\\u001b[2J\u{9B}\u{202E}" + String(repeating: "x", count: 5000)
        let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "{\"\(name)\":1,\"\(name)\":1}") }
        let reason = error?.reason ?? ""
        #expect(reason.hasPrefix(#"duplicate member "\u{1B}[2J\u{009B}\u{202E}xxx"#))
        #expect(reason.hasSuffix("...\""))
        #expect(reason.unicodeScalars.count < 140)
    }

    @Test("Values nested deeper than the limit, 64 by default, are refused")
    func depthIsLimited() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try JSON(parsing: nested(64)) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: nested(65)) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONSyntaxError.self) { try JSON(parsing: #"{"a":{"b":1}}"#, limits: .init(depth: 1)) }
        #expect(throws: Never.self) { try JSON(parsing: #"{"a":[1,2]}"#, limits: .init(depth: 2)) }
    }

    @Test("Text longer than the limit is refused")
    func sizeIsLimited() throws {
        #expect(throws: Never.self) { try JSON(parsing: "1234", limits: .init(size: 4)) }
        let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "12345", limits: .init(size: 4)) }
        #expect(error?.reason == "5 bytes, at most 4 are read")
    }

    @Test("An object cut short at any byte is refused")
    func everyTruncationOfAnObjectFails() {
        let text = Array(#"{"a":[1.5e3,"é\u00e9\ud83d\ude00",true,null],"b":{"c":false}}"#.utf8)
        for end in 0..<text.count {
            #expect(throws: JSONSyntaxError.self, "up to byte \(end)") { try JSON(parsing: Array(text[..<end])) }
        }
    }

    @Test("Random text never traps, and values that are read round-trip")
    func randomTextNeverTrapsAndWhatIsReadComesBack() throws {
        var random = SplitMix(seed: 7)
        let alphabet = Array(#"{}[]",:\/u0019eE+-.tfnrlas dD8"#.utf8) + [0xC3, 0xA9, 0x00, 0x0A]
        var accepted = 0
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
            }
            guard let value = try? JSON(parsing: bytes) else { continue }
            accepted += 1
            #expect(try JSON(parsing: value.utf8) == value)
        }
        #expect(accepted > 0)
    }
}
