extension CTAP2CBOR {
    /// Major types 6 and 7. Floating-point numbers keep their encoded width.
    static var values: [CBORVector] {
        [
            canonical("false", [0xF4]), canonical("true", [0xF5]), canonical("null", [0xF6]),
            canonical("undefined", [0xF7]),
            canonical("half", [0xF9, 0x3C, 0x00]),
            canonical("float", [0xFA, 0x3F, 0x80, 0x00, 0x00]),
            canonical("double", [0xFB, 0x3F, 0xF0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]),
            canonical("half-nan", [0xF9, 0x7E, 0x00]),
            canonical("half-infinity", [0xF9, 0x7C, 0x00]),
            refused("half-cut-short", [0xF9, 0x3C], .truncated),
            refused("float-cut-short", [0xFA, 0x3F, 0x80, 0x00], .truncated),
            refused("double-cut-short", [0xFB, 0x3F], .truncated),
            refused("simple-0", [0xE0], .simpleValue),
            refused("simple-19", [0xF3], .simpleValue),
            refused("simple-20-in-a-byte", [0xF8, 0x14], .simpleValue),
            refused("simple-32", [0xF8, 0x20], .simpleValue),
            refused("simple-255", [0xF8, 0xFF], .simpleValue),
            refused("tag-0", [0xC0, 0x60], .tag),
            refused("tag-2-bignum", [0xC2, 0x41, 0x01], .tag),
            refused("tag-24", [0xD8, 0x18, 0x41, 0x00], .tag),
            refused("tag-self-described", [0xD9, 0xD9, 0xF7, 0x00], .tag),
            refused("tag-as-key", [0xA1, 0xC0, 0x60, 0x00], .tag, at: 1),
        ]
    }

    /// The input as a whole, and initial bytes reserved by RFC 8949.
    static var structure: [CBORVector] {
        let reserved = (UInt8(0)..<8).flatMap { type in
            (UInt8(28)...30).map { information in
                refused("reserved-\(type)-\(information)", [type << 5 | information], .malformed)
            }
        }
        return reserved + [
            refused("empty", [], .truncated),
            refused("integer-cut-short", [0x19, 0x01], .truncated),
            refused("unsigned-indefinite", [0x1F], .malformed),
            refused("negative-indefinite", [0x3F], .malformed),
            refused("tag-indefinite", [0xDF], .malformed),
            refused("break-alone", [0xFF], .malformed),
            refused("break-in-array", [0x81, 0xFF], .malformed, at: 1),
            refused("trailing-item", [0x00, 0x00], .trailingBytes(1), at: 1),
            refused("trailing-in-map", [0xA0, 0xFF, 0xFF], .trailingBytes(2), at: 1),
        ]
    }
}
