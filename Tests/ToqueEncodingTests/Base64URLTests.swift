import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@Suite struct Base64URLTests {
    /// RFC 4648 section 10, without the padding.
    @Test(
        "RFC 4648's examples are encoded without padding and decoded again",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(plain: String, encoded: String) {
        #expect(Base64URL.encode(Array(plain.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(plain.utf8))
    }

    @Test("The URL alphabet is written and read")
    func theURLAlphabetIsWritten() {
        #expect(Base64URL.encode([0xFB, 0xFF, 0xBF]) == "-_-_")
        #expect(Base64URL.decode("-_-_") == [0xFB, 0xFF, 0xBF])
    }

    @Test("Any collection of bytes is encoded")
    func anyCollectionIsEncoded() {
        #expect(Base64URL.encode([1, 2, 3, 4][1...]) == Base64URL.encode([2, 3, 4]))
        #expect(Base64URL.encode((0..<3).lazy.map { UInt8($0) }) == "AAEC")
    }

    @Test("Bytes of every length below 200 round-trip")
    func everyLengthComesBack() {
        var random = SplitMix(seed: 1)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = Base64URL.encode(bytes)
            #expect(Base64URL.decode(text) == bytes)
            #expect(text.utf8.count == (count * 4 + 2) / 3)
        }
    }

    /// The guide's samples: a challenge that is shorter than WebAuthn recommends, and a user.id that is both a UUID's
    /// text and base64url.
    @Test("The guide's sample challenge and user.id are decoded")
    func samplesOfTheGuide() {
        #expect(Base64URL.decode("R3dsT2REOE5oZ25JbVE") == Array("GwlOdD8NhgnImQ".utf8))
        let uuid = "a5bd0ef9-f8ab-41a2-b968-489761a91de6"
        let bytes = Base64URL.decode(uuid)
        #expect(bytes?.count == 27)
        #expect(bytes.map { Base64URL.encode($0) } == uuid)
    }

    @Test(
        "Malformed base64url is refused by the strict and the tolerant decoder",
        arguments: [
            "A", "AAAAA",  // no encoder gives one character more than a multiple of four
            "AB", "AAB",  // bits set beyond the last byte
            "AA*A", "AA A", "AAA\n", "AA\0A", "ÀAAA", "AA.A",
            "=", "==", "A=", "A===", "AA=", "AAA==", "AAAA=", "AAAA====", "AA=A", "=AAA", "AA==AA==",
            "QUJ\u{212A}",  // the Kelvin sign is no K
        ])
    func refusedByBoth(text: String) {
        #expect(Base64URL.decode(text) == nil)
        #expect(Base64URL.decodeTolerant(text) == nil)
    }

    @Test(
        "The tolerant decoder accepts padding and the standard alphabet, and names them",
        arguments: [
            ("AA==", [0], .padding), ("AAA=", [0, 0], .padding), ("+/+/", [0xFB, 0xFF, 0xBF], .standardAlphabet),
            ("+w==", [0xFB], [.padding, .standardAlphabet]), ("-_+/", [0xFB, 0xFF, 0xBF], .standardAlphabet),
        ] as [(String, [UInt8], Base64URL.Deviation)])
    func toleratedAndNamed(text: String, bytes: [UInt8], deviations: Base64URL.Deviation) throws {
        #expect(Base64URL.decode(text) == nil)
        let decoded = try #require(Base64URL.decodeTolerant(text))
        #expect(decoded.bytes == bytes)
        #expect(decoded.deviations == deviations)
    }

    @Test("Strict base64url has no deviation for the tolerant decoder")
    func strictTextHasNoDeviation() throws {
        let decoded = try #require(Base64URL.decodeTolerant("Zm9v"))
        #expect(decoded.deviations.isEmpty)
    }

    @Test(
        "Bits that are set beyond the last byte are distinguished from other faults",
        arguments: [
            ("AB", 2), ("AAB", 3), ("AB==", 2), ("AAB=", 3), ("AAAA_9", 6),
            // Valid, or invalid for another reason.
            ("AA", nil), ("AAA", nil), ("AAAA", nil), ("", nil), ("=", nil), ("A", nil), ("AAAAB", nil), ("A*B", nil),
            ("AA*", nil), ("AB=", nil), ("ÀB", nil),
        ] as [(String, Int?)])
    func strayBits(text: String, position: Int?) {
        #expect(Base64URL.strayBits(in: text) == position)
    }
}
