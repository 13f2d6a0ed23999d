import Testing
import ToqueCBOR
import ToqueEncoding
import ToqueTestSupport

@Suite struct CBOREncodingTests {
    /// RFC 8949 appendix A, the rows within CTAP2's subset.
    static let examples: [(String, CBOR)] = [
        ("00", 0), ("01", 1), ("0a", 10), ("17", 23), ("1818", 24), ("1819", 25), ("1864", 100), ("1903e8", 1000),
        ("1a000f4240", 1_000_000), ("1b000000e8d4a51000", 1_000_000_000_000),
        ("1bffffffffffffffff", .unsigned(.max)), ("3bffffffffffffffff", .negative(.max)), ("20", -1), ("29", -10),
        ("3863", -100), ("3903e7", -1000),
        ("f90000", .half(0)), ("f98000", .half(0x8000)), ("f93c00", .half(0x3C00)), ("f97e00", .half(0x7E00)),
        ("fa47c35000", .float(100000)), ("fa7f800000", .float(.infinity)), ("fb3ff199999999999a", .double(1.1)),
        ("fbc010666666666666", .double(-4.1)), ("fb7ff8000000000000", .double(.nan)),
        ("f4", false), ("f5", true), ("f6", .null), ("f7", .undefined),
        ("40", .bytes([])), ("4401020304", .bytes([1, 2, 3, 4])), ("60", ""), ("6161", "a"), ("6449455446", "IETF"),
        ("62225c", "\"\\"), ("62c3bc", "\u{FC}"), ("63e6b0b4", "\u{6C34}"), ("64f0908591", "\u{10151}"),
        ("80", []), ("83010203", [1, 2, 3]), ("8301820203820405", [1, [2, 3], [4, 5]]),
        (
            "98190102030405060708090a0b0c0d0e0f101112131415161718181819",
            .array((1...25).map { CBOR.int($0) })
        ),
        ("a0", [:]), ("a201020304", [1: 2, 3: 4]), ("a26161016162820203", ["a": 1, "b": [2, 3]]),
        ("826161a161626163", ["a", ["b": "c"]]),
        (
            "a56161614161626142616361436164614461656145",
            ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]
        ),
    ]

    @Test("CTAP2's part of RFC 8949 appendix A is encoded and decoded", arguments: examples)
    func appendixA(encoded: String, value: CBOR) throws {
        #expect(Hex.encode(value.encoded) == encoded)
        #expect(try CBOR(decoding: hex(encoded)) == value)
    }

    /// Quiet and signaling, with a sign and a payload.
    @Test(
        "A NaN keeps its width, sign and payload",
        arguments: ["f97e01", "fa7fc00001", "faffc00000", "fa7f800001", "fb7ff8000000000001", "fbfff0000000000001"])
    func notANumberKeepsItsBits(encoded: String) throws {
        let item = try CBOR(decoding: hex(encoded))
        #expect(Hex.encode(item.encoded) == encoded)
        #expect(try CBOR(decoding: hex(encoded)) == item)
    }

    /// Heads change their width at these values, for integers and lengths alike.
    @Test(
        "Integers and lengths are encoded with the shortest head",
        arguments: [
            (0, "00"), (23, "17"), (24, "1818"), (255, "18ff"), (256, "190100"), (65535, "19ffff"),
            (65536, "1a00010000"),
            (0xFFFF_FFFF, "1affffffff"), (0x1_0000_0000, "1b0000000100000000"),
        ])
    func headsAreShortest(value: Int, encoded: String) throws {
        let head = hex(encoded)
        #expect(CBOR.int(value).encoded == head)
        #expect(CBOR.int(-1 - value).encoded == [head[0] | 0x20] + head.dropFirst())
        #expect(try CBOR(decoding: head).intValue == value)
        guard value <= 65536 else { return }
        let bytes = [UInt8](repeating: 0x61, count: value)
        #expect(CBOR.bytes(bytes).encoded == [head[0] | 0x40] + head.dropFirst() + bytes)
        #expect(
            CBOR.text(String(decoding: bytes, as: UTF8.self)).encoded == [head[0] | 0x60] + head.dropFirst() + bytes)
        #expect(try CBOR(decoding: CBOR.bytes(bytes).encoded) == .bytes(bytes))
    }

    /// CTAP 2.3 section 8: integers before strings, shorter keys before longer ones, then byte by byte.
    @Test("Map keys are sorted by type, then length, then bytes")
    func mapKeysAreSorted() throws {
        let map: CBOR = [
            "aa": 1, "b": 2, .bytes([9]): 3, -1: 4, 24: 5, 10: 6, 100: 7, "z": 8, -25: 9, false: 10, [100]: 11,
        ]
        let expected = "ab0a061818051864 07200438180941 09036162026 17a08626161 01811864 0bf40a"
            .filter { $0 != " " }
        #expect(Hex.encode(map.encoded) == expected)
        #expect(try CBOR(decoding: map.encoded) == map)
    }

    @Test("The keys of nested maps are sorted at any depth")
    func mapKeysAreSortedWhereverTheyStand() {
        let map: CBOR = ["before", ["b": ["y": 1, "x": [2: 0, 1: 0]], "a": [-1: 2, 1: 3]], "behind"]
        let expected =
            "83 66 6265666f7265 a2 6161 a2 01 03 20 02 6162 a2 6178 a2 01 00 02 00 6179 01 66 626568696e64"
        #expect(Hex.encode(map.encoded) == Hex.encode(hex(expected)))
        var bytes: [UInt8] = [0xFF]
        map.encode(into: &bytes)
        #expect(bytes == [0xFF] + hex(expected))
    }

    @Test("An item gives an Int over its whole range, and nil beyond it")
    func integersOfTheWholeRange() {
        #expect(CBOR.int(.max).intValue == .max && CBOR.int(.min).intValue == .min)
        #expect(CBOR.unsigned(UInt64(Int.max) + 1).intValue == nil)
        #expect(CBOR.negative(UInt64(Int.max) + 1).intValue == nil)
        #expect(CBOR.negative(.max).intValue == nil)
        #expect(CBOR.null.intValue == nil)
    }

    @Test("Items are equal exactly if their encodings are")
    func equalityIsThatOfTheEncoding() {
        #expect(CBOR.text("K") != CBOR.text("\u{212A}"))
        #expect(CBOR.text("K").hashValue != CBOR.text("\u{212A}").hashValue)
        #expect(CBOR.text("\u{E9}") != CBOR.text("e\u{301}"))
        #expect(CBOR.double(0.0) != CBOR.double(-0.0))
        #expect(CBOR.double(.nan) == CBOR.double(.nan) && CBOR.float(.nan) == CBOR.float(.nan))
        #expect(CBOR.float(1) != CBOR.double(1))
        #expect(CBOR.unsigned(0) != CBOR.negative(0) && CBOR.bytes([]) != CBOR.text("") && CBOR.null != .undefined)
        #expect(([1: 2, 3: 4] as CBOR) == ([3: 4, 1: 2] as CBOR))
        #expect(([1: 2, 3: 4] as CBOR).hashValue == ([3: 4, 1: 2] as CBOR).hashValue)
        #expect(([1: 2] as CBOR) != ([1: 3] as CBOR) && ([1: 2] as CBOR) != ([1: 2, 2: 3] as CBOR))
    }

    @Test("The last value of a map's key counts, and nil removes the key")
    func maps() {
        var map: CBORMap = CBORMap([("a", 1), ("b", 2), ("a", 3)])
        #expect(map.count == 2 && map["a"] == 3)
        map["b"] = nil
        map["c"] = .null
        map["x"] = nil
        #expect(map.entries.map(\.key) == ["a", "c"] && map["b"] == nil)
    }

    @Test("An item names its kind, and only that kind's accessor gives a value")
    func accessorsAndKinds() {
        let items: [(CBOR, String)] = [
            (1, "an integer"), (-1, "an integer"), (.bytes([1]), "a byte string"), ("a", "a text string"),
            ([1], "an array"), ([1: 2], "a map"), (true, "a boolean"), (.null, "null"), (.undefined, "undefined"),
            (.half(0), "a floating-point number"),
        ]
        for (item, kind) in items {
            #expect(item.kind == kind)
            #expect((item.bytesValue != nil) == (kind == "a byte string"))
            #expect((item.textValue != nil) == (kind == "a text string"))
            #expect((item.arrayValue != nil) == (kind == "an array"))
            #expect((item.mapValue != nil) == (kind == "a map"))
            #expect((item.boolValue != nil) == (kind == "a boolean"))
            #expect((item.intValue != nil) == (kind == "an integer"))
        }
    }

    /// Otherwise an attacker's map with maps as keys would cost a search of all of them for each key.
    @Test("Maps hash by their keys and values, in any order")
    func mapsHashByKeysAndValuesInAnyOrder() {
        #expect(CBORMap([(1, 1), (2, 2)]).hashValue == CBORMap([(2, 2), (1, 1)]).hashValue)
        #expect(Set((0..<100).map { CBORMap([(1, .int($0))]).hashValue }).count == 100)
    }
}
