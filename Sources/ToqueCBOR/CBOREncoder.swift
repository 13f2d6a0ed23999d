import CLibCBOR

extension CBOR {
    /// The item in CTAP2's canonical form (CTAP 2.2 section 8): shortest heads, definite lengths, map keys sorted by
    /// their encoding, so that integers come before strings and shorter keys before longer ones.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }

    /// Appends the item.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let value): Self.head(&bytes) { cbor_encode_uint(value, $0, $1) }
        case .negative(let value): Self.head(&bytes) { cbor_encode_negint(value, $0, $1) }
        case .bytes(let value):
            Self.head(&bytes) { cbor_encode_bytestring_start(value.count, $0, $1) }
            bytes += value
        case .text(let value):
            let utf8 = value.utf8
            Self.head(&bytes) { cbor_encode_string_start(utf8.count, $0, $1) }
            bytes += utf8
        case .array(let items):
            Self.head(&bytes) { cbor_encode_array_start(items.count, $0, $1) }
            for item in items { item.encode(into: &bytes) }
        case .map(let map):
            Self.head(&bytes) { cbor_encode_map_start(map.count, $0, $1) }
            let entries = map.entries.map { (key: $0.key.encoded, value: $0.value) }
            for (key, value) in entries.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                bytes += key
                value.encode(into: &bytes)
            }
        case .bool(let value): Self.head(&bytes) { cbor_encode_bool(value, $0, $1) }
        case .null: Self.head(&bytes) { cbor_encode_null($0, $1) }
        case .undefined: Self.head(&bytes) { cbor_encode_undef($0, $1) }
        case .half(let bits): bytes += [0xF9, UInt8(bits >> 8), UInt8(truncatingIfNeeded: bits)]
        case .float(let value): Self.head(&bytes) { cbor_encode_single(value, $0, $1) }
        case .double(let value): Self.head(&bytes) { cbor_encode_double(value, $0, $1) }
        }
    }

    /// libcbor writes the head, at most nine bytes, and says how long it is.
    private static func head(_ bytes: inout [UInt8], _ write: (UnsafeMutablePointer<UInt8>, Int) -> Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 9) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = write(base, 9)
            bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        }
    }
}
