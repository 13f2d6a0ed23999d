import Testing
import ToqueEncoding

@Suite("base64")
struct Base64Tests {
    // RFC 4648 section 10, and the two characters in which the alphabets differ.
    private static let examples: [(bytes: [UInt8], text: String)] = [
        ([], ""), (Array("f".utf8), "Zg=="), (Array("fo".utf8), "Zm8="), (Array("foo".utf8), "Zm9v"),
        (Array("foob".utf8), "Zm9vYg=="), (Array("fooba".utf8), "Zm9vYmE="), (Array("foobar".utf8), "Zm9vYmFy"),
        ([0xFB, 0xFF], "+/8="),
    ]

    @Test("Bytes are encoded with padding and decoded again", arguments: examples)
    func example(_ bytes: [UInt8], _ text: String) {
        #expect(Base64.encode(bytes) == text)
        #expect(Base64.decode(text) == bytes)
    }

    @Test(
        "No padding, too much of it, base64url, white space and bits beyond the last byte are refused",
        arguments: ["Zg", "Zg=", "Zg===", "Zm9v====", "-_8=", "Zm9v\n", " Zm9v", "Zm 9", "Zh==", "Zm9=", "=", "===="])
    func refused(_ text: String) { #expect(Base64.decode(text) == nil) }
}
