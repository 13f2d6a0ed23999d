extension CBOR {
    /// The encodings of an array's items. The items may be anything well-formed, including items that `CBOR` has no
    /// value for: tags, indefinite lengths, simple values.
    /// - Parameter array: exactly one array of definite length.
    /// - Returns: nil for anything else.
    public static func encodedItems(ofArray array: [UInt8]) -> [[UInt8]]? {
        var skipper = CBORSkipper(bytes: array)
        guard let head = skipper.head(), head.majorType == 4, let count = head.argument else { return nil }
        var items: [[UInt8]] = []
        while UInt64(items.count) < count {
            let start = skipper.position
            guard skipper.skipItem() else { return nil }
            items.append(Array(array[start..<skipper.position]))
        }
        return skipper.isAtEnd ? items : nil
    }

    /// The array of already encoded items.
    public static func encodedArray(ofItems items: [[UInt8]]) -> [UInt8] {
        var array: [UInt8] = []
        head(&array, ofArray: items.count)
        for item in items { array += item }
        return array
    }
}

/// Finds where items end (RFC 8949 section 3) without decoding them. libcbor's streaming interface cannot: it refuses
/// simple values with a byte of their own.
private struct CBORSkipper {
    /// The maximum nesting of items.
    private static let maxDepth = 32

    let bytes: [UInt8]
    private(set) var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    /// - Returns: the argument, nil for an indefinite length and for a break. Nil if there is no head here.
    mutating func head() -> (majorType: UInt8, argument: UInt64?)? {
        guard position < bytes.count else { return nil }
        let (majorType, information) = (bytes[position] >> 5, bytes[position] & 0x1F)
        position += 1
        switch information {
        case 0..<24: return (majorType, UInt64(information))
        case 24...27:
            let width = 1 << (information - 24)
            guard bytes.count - position >= width else { return nil }
            defer { position += width }
            return (majorType, bytes[position..<position + width].reduce(0) { $0 << 8 | UInt64($1) })
        // Integers and tags always have a length.
        case 31 where ![0, 1, 6].contains(majorType): return (majorType, nil)
        default: return nil
        }
    }

    /// - Returns: false if there is no whole item here.
    mutating func skipItem(depth: Int = 0) -> Bool {
        guard depth < Self.maxDepth, let (majorType, argument) = head() else { return false }
        switch (majorType, argument) {
        case (2...3, let count?):
            guard count <= UInt64(bytes.count - position) else { return false }
            position += Int(count)
            return true
        case (4, let count?): return skipItems(count, depth: depth + 1)
        case (5, let count?): return skipItems(count, depth: depth + 1) && skipItems(count, depth: depth + 1)
        case (6, _): return skipItem(depth: depth + 1)
        // A break ends an indefinite length and is not an item.
        case (7, nil): return false
        case (_, nil):
            while !isAtEnd, bytes[position] != 0xFF {
                guard skipItem(depth: depth + 1) else { return false }
            }
            guard !isAtEnd else { return false }
            position += 1
            return true
        default: return true
        }
    }

    /// Each takes at least a byte, so that a count beyond the bytes ends soon.
    private mutating func skipItems(_ count: UInt64, depth: Int) -> Bool {
        var left = count
        while left > 0 {
            guard skipItem(depth: depth) else { return false }
            left -= 1
        }
        return true
    }
}
