extension JSON {
    /// The value as JSON text in UTF-8, members in their order.
    /// - Parameter pretty: true for one member per line, indented by two spaces; otherwise there is no white space.
    public func serialized(pretty: Bool = false) -> String {
        var serializer = JSONSerializer(pretty: pretty)
        serializer.write(self, depth: 0)
        return String(decoding: serializer.text, as: UTF8.self)
    }

    /// The text without white space, as bytes.
    public var utf8: [UInt8] {
        var serializer = JSONSerializer(pretty: false)
        serializer.write(self, depth: 0)
        return serializer.text
    }
}

struct JSONSerializer {
    let pretty: Bool
    private(set) var text: [UInt8] = []

    init(pretty: Bool) {
        self.pretty = pretty
        text.reserveCapacity(1 << 10)
    }

    mutating func write(_ value: JSON, depth: Int) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let number): append(number.text)
        case .string(let string): write(string)
        case .array(let values):
            sequence(UInt8(ascii: "["), UInt8(ascii: "]"), values, depth: depth) { $0.write($1, depth: depth + 1) }
        case .object(let object):
            sequence(UInt8(ascii: "{"), UInt8(ascii: "}"), object.members, depth: depth) { serializer, member in
                serializer.write(member.name)
                serializer.text.append(UInt8(ascii: ":"))
                if serializer.pretty { serializer.text.append(UInt8(ascii: " ")) }
                serializer.write(member.value, depth: depth + 1)
            }
        }
    }

    private mutating func sequence<Element>(
        _ open: UInt8, _ close: UInt8, _ elements: [Element], depth: Int, _ body: (inout Self, Element) -> Void
    ) {
        text.append(open)
        for (index, element) in elements.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            newLine(depth + 1)
            body(&self, element)
        }
        if !elements.isEmpty { newLine(depth) }
        text.append(close)
    }

    private mutating func newLine(_ depth: Int) {
        guard pretty else { return }
        text.append(UInt8(ascii: "\n"))
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func append(_ string: String) {
        var string = string
        string.withUTF8 { text.append(contentsOf: $0) }
    }

    private mutating func write(_ string: String) {
        var string = string
        text.append(UInt8(ascii: "\""))
        string.withUTF8 { utf8 in
            // Runs without escapes are copied whole.
            var start = 0
            for index in utf8.indices where Self.isEscaped(utf8[index]) {
                let escape = Self.escape(utf8[index])
                text.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                append(escape)
                start = index + 1
            }
            text.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        text.append(UInt8(ascii: "\""))
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// - Parameter byte: a byte that must be escaped.
    private static func escape(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        default: "\\u00" + Hex.encode([byte])
        }
    }
}
