import ToqueCBOR
import ToqueEncoding

extension InspectionNode {
    /// Any item: its value, or its members as children.
    init(_ label: String, _ located: LocatedCBOR) {
        self.init(label, Self.describe(located), range: located.range, problem: located.problem)
        children =
            switch located.content {
            case .array(let items): items.enumerated().map { InspectionNode("[\($0)]", $1) }
            case .map(let entries):
                entries.map { key, value in
                    var node = InspectionNode(Self.keyLabel(key), value)
                    if let problem = key.problem { node.add(problem: "key: \(problem)") }
                    return node
                }
            case .tagged(_, let item): [InspectionNode("content", item)]
            case .scalar, .simple, .unreadable: []
            }
    }

    /// All of the bytes as one item. Bytes after it are a problem.
    init(cbor bytes: [UInt8], label: String = "CBOR") {
        let located = LocatedCBOR(bytes)
        self.init(label, located)
        addTrailing(bytes, after: located.range.upperBound)
    }

    /// The bytes after the part that was read, up to the end.
    mutating func addTrailing(_ bytes: [UInt8], after end: Int) {
        guard end < bytes.count else { return }
        range = (range?.lowerBound ?? 0)..<bytes.count
        children.append(
            InspectionNode(
                "trailing", Self.describe(bytes[end...]), range: end..<bytes.count,
                problem: "\(Self.count(bytes.count - end)) too many"))
    }

    /// The tree of a byte string's contents, in the value around the string. Contents in several chunks stay a value of
    /// their own.
    func inside(_ string: LocatedCBOR) -> InspectionNode {
        guard let content = string.bytesValue, string.contentStart + content.count != string.range.upperBound else {
            return moved(by: string.contentStart)
        }
        return decoded(from: string.range, content)
    }

    /// The form of a map key before its value.
    static func keyLabel(_ key: LocatedCBOR) -> String { key.textValue ?? describe(key) ?? "a map" }

    /// A scalar for people; nil for items that their children show.
    private static func describe(_ located: LocatedCBOR) -> String? {
        switch located.content {
        case .scalar(let item): describe(item)
        case .array(let items): items.isEmpty ? "empty" : nil
        case .map(let entries): entries.isEmpty ? "empty" : nil
        case .tagged(let number, _): "tag \(number)"
        case .simple(let number): "simple(\(number))"
        case .unreadable: nil
        }
    }

    /// A scalar for people.
    static func describe(_ item: CBOR) -> String {
        switch item {
        case .unsigned(let number): String(number)
        // -1 - n, which for the largest n no integer type can hold.
        case .negative(.max): "-18446744073709551616"
        case .negative(let number): "-\(number + 1)"
        case .bytes(let bytes): describe(bytes)
        case .text(let text): text
        case .bool(let value): value ? "true" : "false"
        case .half(let bits): String(value(ofHalf: bits))
        case .float(let number): String(number)
        case .double(let number): String(number)
        case .array, .map, .null, .undefined: item.kind
        }
    }

    /// IEEE 754 binary16: a sign, five bits of exponent, ten of fraction.
    private static func value(ofHalf bits: UInt16) -> Double {
        let sign: Double = bits >> 15 == 0 ? 1 : -1
        let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 0x3FF))
        switch exponent {
        case 0: return sign * fraction * 0x1p-24
        case 31: return fraction == 0 ? sign * .infinity : .nan
        default: return sign * (1024 + fraction) * Double(sign: .plus, exponent: exponent - 25, significand: 1)
        }
    }
}
