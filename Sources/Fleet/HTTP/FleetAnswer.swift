import ToqueEncoding

/// The answer to a request.
struct FleetAnswer: Sendable, Hashable {
    var status = 0
    /// The header fields as lines that end with a line feed.
    var fields: [UInt8] = []
    var body: [UInt8] = []

    /// The largest body, in bytes.
    static let bodyLimit = 4 << 20

    /// nil for a body that is not JSON.
    var json: JSON? { try? JSON(parsing: body, limits: .init(size: Self.bodyLimit)) }

    /// The content of the first field with a name.
    func header(_ name: String) -> String? {
        let name = Array(name.utf8)
        var rest = fields[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if let field = AnswerField(rest[..<end]), field.isNamed(name) {
                return String(decoding: field.value, as: UTF8.self)
            }
            rest = rest[(end + 1)...]
        }
        return nil
    }
}

/// A line of an answer's head (RFC 9112 section 5).
struct AnswerField {
    let name: ArraySlice<UInt8>
    /// Without white space around it.
    let value: ArraySlice<UInt8>

    /// nil for a line that is no field.
    init?(_ line: ArraySlice<UInt8>) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return nil }
        name = line[..<colon]
        let rest = line[(colon + 1)...].drop(while: Self.isSpace)
        value = rest[..<((rest.lastIndex { !Self.isSpace($0) } ?? rest.startIndex - 1) + 1)]
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// Compares names, in any case.
    /// - Parameter name: ASCII.
    func isNamed(_ other: [UInt8]) -> Bool {
        name.count == other.count && zip(name, other).allSatisfy { $0.lowercasedASCII == $1.lowercasedASCII }
    }

    /// True if a list, such as that of `Connection`, has the word in lower case.
    func lists(_ word: [UInt8]) -> Bool {
        value.split(separator: UInt8(ascii: ",")).contains { element in
            let element = element.drop(while: Self.isSpace)
            return element.prefix { !Self.isSpace($0) }.map(\.lowercasedASCII) == word
        }
    }
}

extension UInt8 {
    fileprivate var lowercasedASCII: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
