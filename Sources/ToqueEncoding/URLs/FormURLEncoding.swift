/// `application/x-www-form-urlencoded`: the query of a URL and the body of an HTML form (WHATWG URL section 5).
public enum FormURLEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Names and values in order; a name may occur more than once. Malformed percent signs are literal, as in browsers.
    /// - Returns: nil if a decoded name or value is not UTF-8.
    public static func decode(_ text: some StringProtocol) -> [(name: String, value: String)]? {
        var pairs: [(name: String, value: String)] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let part = rest[..<(rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex)]
            rest = rest[part.endIndex...].dropFirst()
            guard !part.isEmpty else { continue }
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = decodeComponent(part[..<end]), let value = decodeComponent(part[end...].dropFirst())
            else { return nil }
            pairs.append((name, value))
        }
        return pairs
    }

    /// Names and values joined by `=` and `&`. Every byte except RFC 3986's unreserved ones is written as `%XX`, which
    /// every decoder reads the same way.
    public static func encode(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
    }

    /// A single name or value; also correct for a segment of a path.
    public static func encode(_ text: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes a segment of a path (RFC 3986 section 2.1), in which a plus sign is literal. A segment with a NUL stays
    /// encoded: the NUL would end the text for readers of C strings, such as SQLite.
    /// - Returns: nil if a percent sign is malformed, or the segment is not UTF-8.
    public static func decodeSegment(_ text: Substring) -> Substring? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
        let decoded = decodeComponent(Array(text.utf8)[...], isSegment: true)
        return decoded.map { $0.utf8.contains(0) ? text : $0[...] }
    }

    private static func decodeComponent(_ bytes: ArraySlice<UInt8>, isSegment: Bool = false) -> String? {
        // Most need no decoding, such as tokens.
        guard bytes.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(validating: bytes, as: UTF8.self)
        }
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where !isSegment: decoded.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                if let high = rest.first.flatMap(Hex.value), let low = rest.dropFirst().first.flatMap(Hex.value) {
                    decoded.append(high << 4 | low)
                    rest.removeFirst(2)
                } else if isSegment {
                    return nil
                } else {
                    decoded.append(byte)
                }
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }
}
