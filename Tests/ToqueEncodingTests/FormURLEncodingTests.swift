import Testing
import ToqueEncoding

@Suite struct FormURLEncodingTests {
    private func decoded(_ text: String) -> [String]? {
        FormURLEncoding.decode(text)?.map { "\($0.name)=\($0.value)" }
    }

    @Test(
        "Form data is decoded, with + for a space and malformed escapes kept as they are",
        arguments: [
            ("", []), ("&&", []), ("a=1&b=2", ["a=1", "b=2"]), ("a=1&a=2", ["a=1", "a=2"]), ("a", ["a="]), ("=", ["="]),
            ("a=b=c", ["a=b=c"]), ("a+b=c%2Bd", ["a b=c+d"]), ("%61%3d%26=%c3%A9", ["a=&=é"]),
            ("a=%&b=%4&c=%zz", ["a=%", "b=%4", "c=%zz"]), ("a=%254", ["a=%4"]),
        ] as [(String, [String])])
    func decoding(text: String, pairs: [String]) { #expect(decoded(text) == pairs) }

    @Test("Form data that is not UTF-8 is refused", arguments: ["a=%ff", "%c3=1", "a=%ed%a0%80"])
    func bytesThatAreNoUTF8AreRefused(text: String) { #expect(decoded(text) == nil) }

    @Test(
        "A segment of a path is decoded once, with + for itself and malformed escapes refused",
        arguments: [
            ("", ""), ("a+b", "a+b"), ("a%2Fb%2b%20%C3%A9", "a/b+ é"), ("%2541", "%41"), ("%", nil), ("%4", nil),
            ("%zz", nil), ("%ff", nil), ("%61%00b", "%61%00b"),
        ] as [(String, String?)])
    func decodesSegments(text: String, decoded: String?) {
        #expect(FormURLEncoding.decodeSegment(text[...]).map(String.init) == decoded)
    }

    @Test("Names and values are percent-encoded and decoded again")
    func whatIsWrittenIsRead() {
        let pairs = [("state", "a b+c&d=e%"), ("código", "não 😀\n"), ("-._~", "")]
        let text = FormURLEncoding.encode(pairs.map { (name: $0.0, value: $0.1) })
        #expect(
            text
                == "state=a%20b%2Bc%26d%3De%25&c%C3%B3digo=n%C3%A3o%20%F0%9F%98%80%0A&-._~=")
        #expect(decoded(text) == pairs.map { "\($0.0)=\($0.1)" })
    }
}
