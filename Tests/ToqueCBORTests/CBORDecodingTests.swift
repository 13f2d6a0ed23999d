import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@Suite struct CBORDecodingTests {
    @Test(
        "CBOR that is not canonical is refused with its reason and the faulty item's offset",
        arguments: [
            ("", .truncated, 0), ("18", .truncated, 0), ("1900", .truncated, 0), ("1a000000", .truncated, 0),
            ("1b00000000000000", .truncated, 0), ("f900", .truncated, 0), ("fa000000", .truncated, 0),
            ("fb00000000000000", .truncated, 0), ("41", .truncated, 0), ("6261", .truncated, 0), ("81", .truncated, 0),
            ("8201", .truncated, 0), ("820118", .truncated, 2), ("a1", .truncated, 0), ("a101", .truncated, 2),
            ("a2010203", .truncated, 4), ("8141", .truncated, 1),
            ("0000", .trailingBytes(1), 1), ("a0f6f6", .trailingBytes(2), 1),
            ("1c", .malformed, 0), ("3d", .malformed, 0), ("5e", .malformed, 0), ("7c", .malformed, 0),
            ("9d", .malformed, 0), ("be", .malformed, 0), ("fc", .malformed, 0), ("ff", .malformed, 0),
            ("81ff", .malformed, 1), ("1f", .malformed, 0), ("3f", .malformed, 0),
            ("6180", .invalidUTF8, 0), ("8262c328", .invalidUTF8, 1), ("8162c328", .invalidUTF8, 1),
            ("63eda080", .invalidUTF8, 0), ("62c0af", .invalidUTF8, 0), ("64f4908080", .invalidUTF8, 0),
            ("5fff", .indefiniteLength, 0), ("7fff", .indefiniteLength, 0), ("9fff", .indefiniteLength, 0),
            ("bfff", .indefiniteLength, 0), ("819fff", .indefiniteLength, 1),
            ("c000", .tag, 0), ("d81800", .tag, 0), ("81c101", .tag, 1), ("d9d9f700", .tag, 0),
            ("a2010a010b", .duplicateKey, 3), ("a2616101616102", .duplicateKey, 4),
            ("1817", .notMinimal, 0), ("1900ff", .notMinimal, 0), ("1a0000ffff", .notMinimal, 0),
            ("1b00000000ffffffff", .notMinimal, 0), ("3817", .notMinimal, 0), ("580100", .notMinimal, 0),
            ("780161", .notMinimal, 0), ("980100", .notMinimal, 0), ("b8010000", .notMinimal, 0),
            ("81590001ff", .notMinimal, 1), ("a118170a", .notMinimal, 1),
            ("a202010101", .keyOrder, 3), ("a2616101" + "0102", .keyOrder, 4), ("a2626161016162" + "02", .keyOrder, 5),
            ("a220010001", .keyOrder, 3),
            ("e0", .simpleValue, 0), ("f0", .simpleValue, 0), ("f3", .simpleValue, 0), ("f8ff", .simpleValue, 0),
            ("f814", .simpleValue, 0), ("81f820", .simpleValue, 1),
            ("8181818181", .depth(4), 4), ("a101a101a101a101a10101", .depth(4), 8),
        ] as [(String, CBORError.Reason, Int)])
    func refused(encoded: String, reason: CBORError.Reason, offset: Int) {
        let error = #expect(throws: CBORError.self) { try CBOR(decoding: hex(encoded)) }
        #expect(error == CBORError(reason, at: offset))
    }

    @Test("An error message names the byte offset and the reason")
    func errorsSayWhatAndWhere() {
        #expect(CBORError(.truncated, at: 3).description == "CBOR, byte 3: the input ends inside an item")
        #expect(CBORError(.depth(4), at: 9).description == "CBOR, byte 9: nested deeper than 4")
        #expect(CBORError(.trailingBytes(2), at: 1).description == "CBOR, byte 1: 2 bytes follow the item")
    }

    @Test("The well-formed rules accept any key order and head width, but no duplicate keys")
    func wellFormedRules() throws {
        func decode(_ text: String) throws -> CBOR { try CBOR(decoding: hex(text), rules: .wellFormed) }
        #expect(try decode("a202010103") == [1: 3, 2: 1])
        #expect(try decode("b80218011802180318 04".filter { $0 != " " }) == [1: 2, 3: 4])
        #expect(try decode("590001ff") == .bytes([0xFF]))
        for (text, reason, offset) in [
            ("a202010202", .duplicateKey, 3), ("a20101180102", .duplicateKey, 3),
            ("a2f97e0001f97e0002", .duplicateKey, 5),
            ("9fff", .indefiniteLength, 0), ("c000", .tag, 0), ("0000", .trailingBytes(1), 1),
            (String(repeating: "81", count: 9), .depth(8), 8),
        ] as [(String, CBORError.Reason, Int)] {
            let error = #expect(throws: CBORError.self) { try decode(text) }
            #expect(error == CBORError(reason, at: offset))
        }
        // Equal as Swift strings, but different keys: both are kept.
        #expect(try decode("a2614b0163e284aa02") == ["K": 1, "\u{212A}": 2])
    }

    /// Two keys that are large maps with the same entries: comparing them must not take quadratic time.
    @Test("Two equal keys that are maps of 80,000 entries are refused within four minutes", .timeLimit(.minutes(4)))
    func largeMapsAsKeys() {
        func map(_ keys: some Collection<Int>) -> [UInt8] {
            CBOR.head(0xBA, keys.count) + keys.flatMap { CBOR.head(0x1A, $0) + [0] }
        }
        let keys = 0..<80_000
        let error = #expect(throws: CBORError.self) {
            try CBOR(decoding: [0xA2] + map(keys) + [0] + map(keys.reversed()) + [0], rules: .wellFormed)
        }
        #expect(error?.reason == .duplicateKey)
    }

    @Test("Nesting counts containers, up to 4 by CTAP2's rules and 8 by the canonical ones")
    func depthCountsContainers() throws {
        #expect(try CBOR(decoding: hex("8181818101")) == [[[[1]]]])
        #expect(throws: Never.self) {
            try CBOR(decoding: hex(String(repeating: "81", count: 7) + "80"), rules: .canonical)
        }
    }

    /// A length beyond the input is refused before memory is allocated: these would need 2^64 bytes.
    @Test(
        "A length that the input cannot hold is refused as truncated", arguments: ["5b", "7b", "9b", "bb"],
        ["ffffffffffffffff", "7fffffffffffffff", "0000000100000000"])
    func hugeLengths(head: String, length: String) {
        let error = #expect(throws: CBORError.self) { try CBOR(decoding: hex(head + length + "00")) }
        #expect(error == CBORError(.truncated, at: 0))
    }

    @Test("A decoded prefix ends where its item ends")
    func aPrefixEndsWhereItsItemEnds() throws {
        let bytes: [UInt8] = [0xFF] + hex("a10102") + [0xFF, 0x00]
        let (item, end) = try CBOR.decodePrefix(bytes[1...], rules: .canonical)
        #expect(item == [1: 2] && end == 4)
        let (first, second) = try CBOR.decodePrefix(bytes[5...], rules: .canonical)
        #expect(first == 0 && second == 6)
        #expect(throws: CBORError(.truncated, at: 0)) { try CBOR.decodePrefix(bytes[6...], rules: .canonical) }
    }

    @Test("An item cut short at any byte is refused")
    func everyTruncationFails() {
        let item: CBOR = [
            1: .bytes([1, 2, 3]), -1: "text", "a": [true, .null, .double(1.5), .unsigned(.max)], "b": [:], 24: .half(1),
        ]
        let bytes = item.encoded
        for end in 0..<bytes.count {
            #expect(throws: CBORError.self, "up to byte \(end)") { try CBOR(decoding: Array(bytes[..<end])) }
            #expect(throws: CBORError.self) { try CBOR(decoding: Array(bytes[..<end]), rules: .wellFormed) }
        }
    }

    @Test("Random bytes never trap, and accepted items are encoded to the same bytes")
    func randomBytes() throws {
        var random = SplitMix(seed: 8949)
        var accepted = 0
        for _ in 0..<20_000 {
            let bytes = random.bytes(upTo: 12)
            if let item = try? CBOR(decoding: bytes) {
                accepted += 1
                #expect(item.encoded == bytes)
            }
            if let item = try? CBOR(decoding: bytes, rules: .wellFormed) {
                #expect(try CBOR(decoding: item.encoded, rules: .canonical) == item)
            }
        }
        #expect(accepted > 100)
    }

    @Test("An item with a changed byte is refused or encoded to the changed bytes")
    func everyChangedByteIsReadOrRefused() throws {
        let item: CBOR = [1: .bytes([1, 2, 3]), -1: "text", "a": [true, .null, .double(1.5)], "b": [1: 2]]
        let bytes = item.encoded
        for index in bytes.indices {
            for value in UInt8.min...UInt8.max {
                var changed = bytes
                changed[index] = value
                guard let read = try? CBOR(decoding: changed) else { continue }
                #expect(read.encoded == changed)
            }
        }
    }

    @Test(
        "Each example of RFC 8949 appendix A round-trips, or is refused if CTAP2 excludes it",
        .enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
    func appendixA() throws {
        let cases = try JSONReader(Corpora.load("rfc8949-appendix-a.json")).member("cases").elements()
        var read = 0
        for element in cases {
            let bytes = try element.hex("hex")
            do throws(CBORError) {
                #expect(try CBOR(decoding: bytes).encoded == bytes)
                read += 1
            } catch {
                let expected: [CBORError.Reason] = [.tag, .indefiniteLength, .simpleValue]
                #expect(expected.contains(error.reason), "\(Hex.encode(bytes)): \(error)")
                #expect(error.reason != .tag || bytes[error.offset] >> 5 == 6)
                #expect(error.reason != .indefiniteLength || bytes[error.offset] & 0x1F == 0x1F)
            }
        }
        #expect(cases.count == 82 && read == 60)
    }
}

extension CBOR {
    /// A head with a four-byte argument.
    fileprivate static func head(_ first: UInt8, _ argument: Int) -> [UInt8] {
        [first] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: argument >> $0) }
    }
}
