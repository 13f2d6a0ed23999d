extension CTAP2CBOR {
    /// Major type 4, and the nesting depth of arrays and maps.
    static var containers: [CBORVector] {
        func arrays(_ depth: Int) -> [UInt8] { [UInt8](repeating: 0x81, count: depth - 1) + [0x80] }
        func maps(_ depth: Int) -> [UInt8] { [UInt8]((1..<depth).flatMap { _ in [0xA1, 0x00] as [UInt8] }) + [0xA0] }
        return [
            canonical("array-empty", [0x80]),
            canonical("array-of-three", [0x83, 0x01, 0x20, 0x61, 0x61]),
            canonical("array-of-24", head(4, 24, width: 1) + [UInt8](repeating: 0, count: 24)),
            canonical("arrays-4-deep", arrays(4)),
            canonical("maps-4-deep", maps(4)),
            refused("arrays-5-deep", arrays(5), .depth(4), at: 4),
            refused("maps-5-deep", maps(5), .depth(4), at: 8),
            refused("map-in-arrays-5-deep", [0x81, 0x81, 0x81, 0x81, 0xA0], .depth(4), at: 4),
            refused("array-as-key-5-deep", [0xA1, 0x81, 0x81, 0x81, 0x80, 0x00], .depth(4), at: 4),
            refused("array-length-in-a-byte", [0x98, 0x01, 0x00], .notMinimal),
            refused("array-indefinite", [0x9F, 0xFF], .indefiniteLength),
            refused("array-one-short", [0x82, 0x00], .truncated),
            refused("array-of-2-to-the-64", head(4, .max, width: 8), .truncated),
            refused("inner-array-one-short", [0x82, 0x00, 0x81], .truncated, at: 2),
        ]
    }

    /// Major type 5: keys sorted by bytes, so lower major types and shorter keys come first; no duplicates.
    static var maps: [CBORVector] {
        [
            canonical("map-empty", [0xA0]),
            canonical("map-integers", [0xA3, 0x00, 0x00, 0x17, 0x00, 0x18, 0x18, 0x00]),
            canonical("map-positive-before-negative", [0xA2, 0x18, 0xFF, 0x00, 0x20, 0x00]),
            canonical("map-negative-by-bytes", [0xA2, 0x20, 0x00, 0x21, 0x00]),
            canonical("map-integer-before-text", [0xA2, 0x19, 0x01, 0x00, 0x00, 0x60, 0x00]),
            canonical("map-bytes-before-text", [0xA2, 0x41, 0xFF, 0x00, 0x60, 0x00]),
            canonical("map-shorter-text-first", [0xA2, 0x61, 0x7A, 0x00, 0x62, 0x61, 0x61, 0x00]),
            canonical("map-text-by-bytes", [0xA2, 0x62, 0x61, 0x61, 0x00, 0x62, 0x61, 0x62, 0x00]),
            canonical("map-capital-first", [0xA2, 0x61, 0x42, 0x00, 0x61, 0x61, 0x00]),
            canonical("map-array-as-key", [0xA1, 0x81, 0x00, 0x00]),
            canonical("map-text-before-simple", [0xA2, 0x60, 0x00, 0xF4, 0x00]),
            refused("map-integers-descending", [0xA2, 0x02, 0x00, 0x01, 0x00], .keyOrder, at: 3),
            refused("map-negative-before-positive", [0xA2, 0x20, 0x00, 0x01, 0x00], .keyOrder, at: 3),
            refused("map-negative-by-value", [0xA2, 0x21, 0x00, 0x20, 0x00], .keyOrder, at: 3),
            refused("map-text-before-integer", [0xA2, 0x60, 0x00, 0x00, 0x00], .keyOrder, at: 3),
            refused("map-longer-text-first", [0xA2, 0x62, 0x61, 0x61, 0x00, 0x61, 0x7A, 0x00], .keyOrder, at: 5),
            refused("map-text-descending", [0xA2, 0x61, 0x62, 0x00, 0x61, 0x61, 0x00], .keyOrder, at: 4),
            refused("map-inner-descending", [0xA1, 0x00, 0xA2, 0x02, 0x00, 0x01, 0x00], .keyOrder, at: 5),
            refused("map-integer-twice", [0xA2, 0x01, 0x00, 0x01, 0x00], .duplicateKey, at: 3),
            refused("map-text-twice", [0xA2, 0x61, 0x61, 0x00, 0x61, 0x61, 0x01], .duplicateKey, at: 4),
            refused("map-twice-but-not-in-a-row", [0xA3, 0x01, 0x00, 0x02, 0x00, 0x01, 0x00], .keyOrder, at: 5),
            refused("map-key-not-minimal", [0xA1, 0x18, 0x01, 0x00], .notMinimal, at: 1),
            refused("map-value-not-minimal", [0xA1, 0x01, 0x18, 0x01], .notMinimal, at: 2),
            refused("map-length-in-a-byte", [0xB8, 0x01, 0x00, 0x00], .notMinimal),
            refused("map-indefinite", [0xBF, 0xFF], .indefiniteLength),
            refused("map-without-last-value", [0xA1, 0x00], .truncated, at: 2),
            refused("map-of-2-to-the-63", head(5, 1 << 63, width: 8), .truncated),
        ]
    }
}
