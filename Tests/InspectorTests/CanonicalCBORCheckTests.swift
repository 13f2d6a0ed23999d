import Testing
import ToqueEncoding
import ToqueTestSupport

@testable import Inspector

@Suite("Canonical CBOR, line by line")
struct CanonicalCBORCheckTests {
    private static func answer(_ line: String) -> String { CanonicalCBORCheck.answer(line.utf8) }

    @Test(
        "A line of canonical CBOR is answered with ok",
        arguments: [
            "00", "17", "1818", "1903e8", "20", "40", "60", "80", "a0", "f4", "f5", "f6", "f7", "a201020304",
            "A20102200A", "81818180", "f90001", "fb3ff199999999999a", "a2613100623030f5", "a0\r",
        ])
    func takes(_ line: String) { #expect(Self.answer(line) == "ok") }

    @Test(
        "A line that is not canonical CBOR is answered with the reason",
        arguments: [
            ("", "ends inside an item"), ("\r", "ends inside an item"), ("0", "an odd number of digits"),
            ("0g", "not hexadecimal"), (" 00", "not hexadecimal"), ("0x00", "not hexadecimal"),
            ("é", "not hexadecimal"),
            ("1800", "shortest form"), ("190017", "shortest form"), ("5801ff", "shortest form"),
            ("0000", "1 bytes follow"),
            ("9fff", "indefinite"), ("c000", "a tag"), ("f0", "simple value"), ("f820", "simple value"),
            ("1c", "reserved"),
            ("a202000100", "canonical order"), ("a2616100616100", "stands twice"), ("62c328", "not UTF-8"),
            ("8181818180", "deeper than 4"), ("9bffffffffffffffff", "ends inside an item"),
        ])
    func refuses(_ line: String, _ reason: String) {
        let answer = Self.answer(line)
        #expect(answer.hasPrefix("error: "))
        #expect(answer.contains(reason))
        #expect(!answer.contains("\n"))
    }

    @Test("A line beyond the limit is refused")
    func refusesALineBeyondTheLimit() {
        let longest = [UInt8](repeating: UInt8(ascii: "0"), count: CanonicalCBORCheck.maxLine)
        #expect(CanonicalCBORCheck.answer(longest).contains("bytes follow"))
        #expect(CanonicalCBORCheck.answer(longest + [0x30]).contains("longer than"))
    }

    /// RFC 8949 appendix A has well-formed items: those that CTAP2 refuses have tags, simple values or indefinite
    /// lengths.
    @Test(
        "RFC 8949's examples are refused only for tags, simple values and indefinite lengths",
        .enabled(if: Corpora.isAvailable, "TOQUE_CORPORA is not set"))
    func judgesAppendixA() throws {
        let cases = try JSONReader(Corpora.load("rfc8949-appendix-a.json")).member("cases").elements()
        #expect(cases.count == 82)
        for item in cases {
            let index = try item.member("index").int()
            let reason: String? =
                switch index {
                case 11, 13, 47...52: "a tag"
                case 44...46: "an unassigned simple value"
                case 71...81: "an indefinite length"
                default: nil
                }
            let answer = Self.answer(try item.member("hex").string())
            if let reason {
                #expect(answer.hasPrefix("error: ") && answer.hasSuffix(reason), "case \(index): \(answer)")
            } else {
                #expect(answer == "ok", "case \(index)")
            }
        }
    }
}
