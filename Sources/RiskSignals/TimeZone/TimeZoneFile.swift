/// A compiled time zone (TZif, RFC 8536): the transitions, and the rule after the last one.
struct TimeZoneFile {
    private var transitions: [Int64] = []
    /// The type from each transition on.
    private var types: [Int] = []
    /// Each type's seconds ahead of UTC.
    private var offsets: [Int] = []
    /// The rule after the last transition.
    private var rule: POSIXTimeZone?

    /// nil if the bytes are not TZif data.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard var header = Header(&reader) else { return nil }
        if header.version > 0 {
            // The first block is for 32-bit readers; the second one has the same data with 64 bits.
            guard reader.skip(header.size(ofTime: 4)), let second = Header(&reader) else { return nil }
            header = second
        }
        guard read(header, timeSize: header.version > 0 ? 8 : 4, from: &reader) else { return nil }
        if header.version > 0 { rule = reader.footer().flatMap { POSIXTimeZone($0) } }
    }

    private mutating func read(_ header: Header, timeSize: Int, from reader: inout Reader) -> Bool {
        guard header.size(ofTime: timeSize) <= reader.remaining else { return false }
        for _ in 0..<header.transitions {
            guard let time = reader.integer(timeSize) else { return false }
            transitions.append(time)
        }
        for _ in 0..<header.transitions {
            guard let type = reader.integer(1), (0..<Int64(header.types)).contains(type) else { return false }
            types.append(Int(type))
        }
        for _ in 0..<header.types {
            guard let offset = reader.integer(4), reader.skip(2) else { return false }
            offsets.append(Int(offset))
        }
        return reader.skip(header.characters + header.leaps * (timeSize + 4) + header.standards + header.universals)
    }

    /// Seconds ahead of UTC at an instant, given in seconds since 1970 UTC.
    func offset(at instant: Int64) -> Int {
        if let rule, instant >= transitions.last ?? .min { return rule.offset(at: instant) }
        let index = transitions.lastIndex { $0 <= instant }
        // A file has at least one type. Before the first transition, the first type applies.
        return index.map { offsets[types[$0]] } ?? offsets[0]
    }
}

/// The header with the counts of a block.
private struct Header {
    /// 0 for the first version, otherwise its ASCII digit.
    let version: UInt8
    let universals, standards, leaps, transitions, types, characters: Int

    init?(_ reader: inout Reader) {
        guard reader.take(4) == Array("TZif".utf8)[...], let version = reader.take(1)?.first, reader.skip(15) else {
            return nil
        }
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = reader.integer(4), count >= 0 else { return nil }
            counts.append(Int(count))
        }
        guard counts[4] > 0 else { return nil }
        self.version = version
        (universals, standards, leaps) = (counts[0], counts[1], counts[2])
        (transitions, types, characters) = (counts[3], counts[4], counts[5])
    }

    /// The size of the block in bytes. The counts have 31 bits, so the sum cannot overflow.
    func size(ofTime size: Int) -> Int {
        transitions * (size + 1) + types * 6 + characters + leaps * (size + 4) + standards + universals
    }
}

private struct Reader {
    private var rest: ArraySlice<UInt8>

    init(bytes: [UInt8]) { rest = bytes[...] }

    var remaining: Int { rest.count }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    /// Reads a big-endian number in two's complement.
    mutating func integer(_ size: Int) -> Int64? {
        guard let bytes = take(size), let first = bytes.first else { return nil }
        return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    /// Reads the rule between two line ends; nil if there is none.
    func footer() -> String? {
        guard rest.first == UInt8(ascii: "\n"), let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "\n")) else {
            return nil
        }
        return String(validating: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
    }
}
