import CLibCBOR

extension CBOR {
    /// The item in CTAP2's canonical form (CTAP 2.3 section 8): shortest heads, definite lengths, map keys sorted by
    /// their encoding, so that integers come before strings and shorter keys before longer ones.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }

    /// Appends the item.
    public func encode(into bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let value): Self.head(&bytes, 0x00, value, cbor_encode_uint)
        case .negative(let value): Self.head(&bytes, 0x20, value, cbor_encode_negint)
        case .bytes(let value):
            Self.head(&bytes, 0x40, value.count, cbor_encode_bytestring_start)
            bytes += value
        case .text(let value):
            let utf8 = value.utf8
            Self.head(&bytes, 0x60, utf8.count, cbor_encode_string_start)
            bytes += utf8
        case .array(let items):
            Self.head(&bytes, ofArray: items.count)
            for item in items { item.encode(into: &bytes) }
        case .map(let map):
            Self.head(&bytes, 0xA0, map.count, cbor_encode_map_start)
            Self.encode(map.entries, into: &bytes)
        case .bool(let value): bytes.append(value ? 0xF5 : 0xF4)
        case .null: bytes.append(0xF6)
        case .undefined: bytes.append(0xF7)
        case .half(let bits): bytes += [0xF9, UInt8(bits >> 8), UInt8(truncatingIfNeeded: bits)]
        case .float(let value): Self.head(&bytes) { cbor_encode_single(value, $0, $1) }
        case .double(let value): Self.head(&bytes) { cbor_encode_double(value, $0, $1) }
        }
    }

    /// Appends the entries in the order of their keys. If they are in that order already, as most are, each is written
    /// once and in place.
    private static func encode(_ entries: [(key: CBOR, value: CBOR)], into bytes: inout [UInt8]) {
        let start = bytes.count
        var written: [(key: Range<Int>, end: Int)] = []
        written.reserveCapacity(entries.count)
        var isSorted = true
        for (key, value) in entries {
            let keyStart = bytes.count
            key.encode(into: &bytes)
            let keyRange = keyStart..<bytes.count
            if let last = written.last, !bytes[last.key].lexicographicallyPrecedes(bytes[keyRange]) { isSorted = false }
            value.encode(into: &bytes)
            written.append((keyRange, bytes.count))
        }
        guard !isSorted else { return }
        let unsorted = bytes
        bytes.removeLast(bytes.count - start)
        written.sort { unsorted[$0.key].lexicographicallyPrecedes(unsorted[$1.key]) }
        for entry in written { bytes += unsorted[entry.key.lowerBound..<entry.end] }
    }

    /// Appends the head of an array.
    static func head(_ bytes: inout [UInt8], ofArray count: Int) { head(&bytes, 0x80, count, cbor_encode_array_start) }

    /// Appends the head of the major type in the upper three bits. Most heads have one byte, which is not worth a call.
    private static func head<Argument: BinaryInteger>(
        _ bytes: inout [UInt8], _ major: UInt8, _ argument: Argument,
        _ write: (Argument, UnsafeMutablePointer<UInt8>, Int) -> Int
    ) {
        if argument < 24 {
            bytes.append(major | UInt8(truncatingIfNeeded: argument))
        } else {
            head(&bytes) { write(argument, $0, $1) }
        }
    }

    /// libcbor writes the head, at most nine bytes, and returns its length.
    private static func head(_ bytes: inout [UInt8], _ write: (UnsafeMutablePointer<UInt8>, Int) -> Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 9) { buffer in
            guard let base = buffer.baseAddress else { return }
            let count = write(base, 9)
            bytes.append(contentsOf: UnsafeBufferPointer(start: base, count: count))
        }
    }
}
