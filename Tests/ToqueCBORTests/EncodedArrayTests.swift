import Testing
import ToqueCBOR
import ToqueTestSupport

@Suite struct EncodedArrayTests {
    /// Items that `CBOR` reads.
    private static let readItems = [
        "01", "1817", "1b0000000000000001", "20", "4101", "590001aa", "6161", "80", "820102", "a10203", "b9000101f6",
        "f4", "f6", "f93c00", "fb3ff0000000000000",
    ].map { hex($0) }

    /// Well-formed items that `CBOR` refuses.
    private static let refusedItems = [
        "9f01ff", "bf0102ff", "c101", "d8206161", "5f41014102ff", "7f6161ff", "e0", "f820", "a201010102",
        "d9d9f79f9f01ffff",
    ].map { hex($0) }

    @Test("The items of an encoded array keep their bytes")
    func itemsKeepTheirBytes() {
        for items in [[], Self.readItems + Self.refusedItems, Array(repeating: [1], count: 300)] {
            let array = CBOR.encodedArray(ofItems: items)
            #expect(CBOR.encodedItems(ofArray: array) == items)
        }
    }

    @Test("An encoded array has the shortest head, and a longer one is read")
    func theHeadIsTheShortest() throws {
        for count in [0, 23, 24, 256, 65_536] {
            let items = [CBOR](repeating: 1, count: count)
            #expect(CBOR.encodedArray(ofItems: items.map(\.encoded)) == CBOR.array(items).encoded)
        }
        #expect(CBOR.encodedItems(ofArray: hex("9900010a")) == [[0x0A]])
    }

    @Test(
        "Bytes that are not one whole array give no items",
        arguments: [
            "", "01", "a0", "f6", "9fff", "9f01ff", "81", "8101 00", "82 01", "81 1c", "81 1f", "81 3f", "81 df",
            "81 ff", "81 fc", "81 19 01", "81 42 01", "81 5b ffffffffffffffff", "81 81", "81 a101", "81 9f01", "81 c1",
            "81 bf",
            "9b ffffffffffffffff 00", "81 9b ffffffffffffffff 00", "81 bb ffffffffffffffff 0000",
        ])
    func notAnArray(_ text: String) { #expect(CBOR.encodedItems(ofArray: hex(text)) == nil) }

    @Test("Items nested 20 deep are read, and those nested a million deep are refused")
    func nestingEnds() {
        let nested = { (count: Int) in [UInt8](repeating: 0x81, count: count) + [0] }
        #expect(CBOR.encodedItems(ofArray: nested(20))?.count == 1)
        for head: UInt8 in [0x81, 0xC1, 0x9F] {
            #expect(CBOR.encodedItems(ofArray: [0x81] + [UInt8](repeating: head, count: 1_000_000) + [0]) == nil)
        }
    }

    @Test("Items that CBOR decoding accepts are read as items of an encoded array")
    func whatIsReadIsReadHereToo() throws {
        for item in Self.readItems {
            let value = try CBOR(decoding: item, rules: .wellFormed)
            let array = CBOR.array([value, value]).encoded
            #expect(CBOR.encodedItems(ofArray: array) == [value.encoded, value.encoded])
        }
    }

    @Test("CBOR decoding refuses well-formed items that an encoded array may hold")
    func whatIsReadHereIsMore() {
        for item in Self.refusedItems {
            #expect(throws: CBORError.self) { try CBOR(decoding: item, rules: .wellFormed) }
        }
    }
}
