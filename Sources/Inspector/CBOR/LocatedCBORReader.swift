import ToqueCBOR

/// Reads CBOR items (RFC 8949 section 3) as far as possible, and records each departure from CTAP2's canonical form
/// (CTAP 2.3 section 8).
struct LocatedCBORReader {
    private let bytes: [UInt8]
    private var position: Int
    /// True if the input ended inside an item, or if the following bytes cannot be separated: reading stops.
    private var isOver = false

    /// Deeper than any message: this limits the stack.
    private static let maxDepth = 32

    init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The first bytes of an item.
    private struct Head {
        let major: UInt8
        /// Nil for an indefinite length.
        let argument: UInt64?
        /// The number of bytes after the first that contain the argument.
        let width: Int
        let isShortest: Bool
    }

    mutating func item(depth: Int) -> LocatedCBOR {
        let start = position
        guard depth <= Self.maxDepth else { return over(start, "nested deeper than \(Self.maxDepth)") }
        guard start < bytes.count else { return over(start, "the input ends where an item is expected") }
        guard let head = head() else { return over(start, fault(at: start)) }
        var problem = head.isShortest ? nil : "not canonical: the head is not in its shortest form"
        let contentStart = position
        let content: LocatedCBOR.Content
        switch head.major {
        case 0: content = .scalar(.unsigned(head.argument ?? 0))
        case 1: content = .scalar(.negative(head.argument ?? 0))
        case 2, 3: content = string(head, depth: depth, &problem)
        case 4: content = .array(items(head, each: 1, depth: depth, &problem))
        case 5: content = .map(entries(head, depth: depth, &problem))
        case 6:
            problem = problem ?? "not canonical: a tag"
            content = .tagged(head.argument ?? 0, item(depth: depth + 1))
        default: content = simple(head, &problem)
        }
        return LocatedCBOR(content, range: start..<position, contentStart: contentStart, problem: problem)
    }

    private mutating func over(_ start: Int, _ problem: String) -> LocatedCBOR {
        isOver = true
        position = bytes.count
        return LocatedCBOR(.unreadable, range: start..<position, contentStart: start, problem: problem)
    }

    /// Why there is no head.
    private func fault(at start: Int) -> String {
        switch bytes[start] & 31 {
        case 24...27: "the input ends inside an item"
        case 31: "a break without an indefinite length"
        default: "a reserved initial byte"
        }
    }

    private mutating func head() -> Head? {
        let first = bytes[position]
        let (major, low) = (first >> 5, first & 31)
        switch low {
        case 0..<24:
            position += 1
            return Head(major: major, argument: UInt64(low), width: 0, isShortest: true)
        case 24...27:
            let width = 1 << Int(low - 24)
            guard bytes.count - position > width else { return nil }
            let argument = bytes[position + 1...position + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            position += 1 + width
            let smallest: UInt64 = [24, 0x100, 0x1_0000, 0x1_0000_0000][Int(low - 24)]
            // In major type 7 the argument is a floating-point number, or a simple value.
            return Head(major: major, argument: argument, width: width, isShortest: major == 7 || argument >= smallest)
        case 31 where (2...5).contains(major):
            position += 1
            return Head(major: major, argument: nil, width: 0, isShortest: true)
        default: return nil
        }
    }

    // MARK: Strings

    private mutating func string(_ head: Head, depth: Int, _ problem: inout String?) -> LocatedCBOR.Content {
        var content: [UInt8] = []
        if let count = head.argument {
            let present = min(count, UInt64(bytes.count - position))
            content = Array(bytes[position..<position + Int(present)])
            position += Int(present)
            if present < count {
                isOver = true
                problem = "the input ends after \(present) of \(count) bytes"
            }
        } else {
            problem = "not canonical: an indefinite length"
            while !isOver, !takesBreak() {
                let chunk = item(depth: depth + 1)
                switch chunk.scalar {
                case .bytes(let bytes)? where head.major == 2: content += bytes
                case .text(let text)? where head.major == 3: content += Array(text.utf8)
                default:
                    isOver = true
                    problem = chunk.problem ?? "a chunk of another type"
                }
            }
        }
        guard head.major == 3 else { return .scalar(.bytes(content)) }
        guard let text = String(validating: content, as: UTF8.self) else {
            problem = problem ?? "not UTF-8"
            return .scalar(.bytes(content))
        }
        return .scalar(.text(text))
    }

    private mutating func takesBreak() -> Bool {
        guard position < bytes.count, bytes[position] == 0xFF else { return false }
        position += 1
        return true
    }

    // MARK: Arrays and maps

    /// Reads the head's number of items (`each` for one that it counts), or as many as there are.
    private mutating func items(
        _ head: Head, each: UInt64, depth: Int, _ problem: inout String?
    ) -> [LocatedCBOR] {
        var items: [LocatedCBOR] = []
        guard let count = head.argument else {
            problem = "not canonical: an indefinite length"
            while !isOver, !takesBreak() { items.append(item(depth: depth + 1)) }
            return items
        }
        // Each takes at least a byte.
        let expected = count.multipliedReportingOverflow(by: each)
        let limit = expected.overflow ? UInt64.max : expected.partialValue
        while !isOver, UInt64(items.count) < limit { items.append(item(depth: depth + 1)) }
        return items
    }

    private mutating func entries(
        _ head: Head, depth: Int, _ problem: inout String?
    ) -> [(key: LocatedCBOR, value: LocatedCBOR)] {
        let items = items(head, each: 2, depth: depth, &problem)
        var entries: [(key: LocatedCBOR, value: LocatedCBOR)] = []
        var seen: Set<ArraySlice<UInt8>> = []
        var previous: ArraySlice<UInt8>?
        for index in stride(from: 0, to: items.count, by: 2) {
            guard index + 1 < items.count else {
                problem = "a key without a value"
                break
            }
            var value = items[index + 1]
            let key = bytes[items[index].range]
            if !seen.insert(key).inserted {
                value.problem = value.problem ?? "the key stands twice"
            } else if let previous, !previous.lexicographicallyPrecedes(key) {
                value.problem = value.problem ?? "not canonical: the key is out of order"
            }
            previous = key
            entries.append((items[index], value))
        }
        return entries
    }

    // MARK: Major type 7

    private func simple(_ head: Head, _ problem: inout String?) -> LocatedCBOR.Content {
        let argument = head.argument ?? 0
        switch head.width {
        case 2: return .scalar(.half(UInt16(truncatingIfNeeded: argument)))
        case 4: return .scalar(.float(Float(bitPattern: UInt32(truncatingIfNeeded: argument))))
        case 8: return .scalar(.double(Double(bitPattern: argument)))
        case 0 where argument == 20: return .scalar(.bool(false))
        case 0 where argument == 21: return .scalar(.bool(true))
        case 0 where argument == 22: return .scalar(.null)
        case 0 where argument == 23: return .scalar(.undefined)
        default:
            problem = "an unassigned simple value"
            return .simple(UInt8(truncatingIfNeeded: argument))
        }
    }
}
