import Testing
import ToqueEncoding

@Suite struct HexTests {
    @Test("Hex is written in lowercase and read in either case")
    func lowerCaseOutEitherCaseIn() {
        let bytes: [UInt8] = [0x00, 0x01, 0x7F, 0x80, 0xAB, 0xFF]
        #expect(Hex.encode(bytes) == "00017f80abff")
        #expect(Hex.decode("00017f80abff") == bytes)
        #expect(Hex.decode("00017F80ABFF") == bytes)
        #expect(Hex.decode("00017f80abff".dropFirst(2)) == Array(bytes.dropFirst()))
        #expect(Hex.encode(bytes.reversed().lazy) == "ffab807f0100")
        #expect(Hex.encode([UInt8]()) == "" && Hex.decode("") == [])
    }

    @Test(
        "Text other than whole bytes of hex digits is refused",
        arguments: ["0", "000", "0g", "g0", "0x00", " 00", "00 ", "００", "-1", "+1"])
    func refused(text: String) { #expect(Hex.decode(text) == nil) }
}
