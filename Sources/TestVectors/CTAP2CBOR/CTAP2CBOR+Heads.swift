extension CTAP2CBOR {
    private static let widths = [1, 2, 4, 8]

    /// Major types 0 and 1: each boundary in its shortest form, and in all longer ones.
    static var integers: [CBORVector] {
        [(UInt8(0), "unsigned"), (1, "negative")].flatMap { (type, name) in
            borders.flatMap { (argument, shortest) in
                [canonical("\(name)-\(argument)", head(type, argument, width: shortest))]
                    + widths.filter { $0 > shortest }.map {
                        refused("\(name)-\(argument)-in-\($0)-bytes", head(type, argument, width: $0), .notMinimal)
                    }
            }
        }
    }

    /// Major types 2 and 3.
    static var strings: [CBORVector] {
        let lengths = [(2, "bytes"), (3, "text")].flatMap { (type: UInt8, name) in
            [(0, 0), (23, 0), (24, 1), (255, 1), (256, 2)].flatMap { (count, shortest) in
                let content = [UInt8](repeating: 0x61, count: count)
                let length = UInt64(count)
                return [canonical("\(name)-of-\(count)", head(type, length, width: shortest) + content)]
                    + widths.filter { $0 > shortest }.map {
                        refused(
                            "\(name)-of-\(count)-length-in-\($0)-bytes", head(type, length, width: $0) + content,
                            .notMinimal)
                    }
            }
        }
        return lengths + texts + [
            refused("bytes-without-content", [0x41], .truncated),
            refused("bytes-one-short", [0x44, 1, 2, 3], .truncated),
            refused("bytes-of-2-to-the-64", head(2, .max, width: 8), .truncated),
            refused("text-one-short", [0x62, 0x61], .truncated),
            refused("bytes-indefinite", [0x5F, 0x41, 0x00, 0xFF], .indefiniteLength),
            refused("text-indefinite", [0x7F, 0x61, 0x61, 0xFF], .indefiniteLength),
        ]
    }

    /// Text strings are UTF-8 (RFC 8949 section 3.1), in which each character has one form.
    private static var texts: [CBORVector] {
        [
            canonical("text-two-bytes", [0x62, 0xC3, 0xA3]),
            canonical("text-four-bytes", [0x64, 0xF0, 0x9F, 0x94, 0x91]),
            canonical("text-nul", [0x61, 0x00]),
            refused("text-lone-continuation", [0x61, 0x80], .invalidUTF8),
            refused("text-cut-character", [0x61, 0xC3], .invalidUTF8),
            refused("text-overlong", [0x62, 0xC0, 0x80], .invalidUTF8),
            refused("text-surrogate", [0x63, 0xED, 0xA0, 0x80], .invalidUTF8),
            refused("text-beyond-unicode", [0x64, 0xF4, 0x90, 0x80, 0x80], .invalidUTF8),
        ]
    }
}
