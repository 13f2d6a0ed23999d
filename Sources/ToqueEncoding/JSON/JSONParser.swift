struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: JSON.Limits
    private var position = 0
    /// The values of the array or object that is being read; nil if nobody asked for their places.
    private var spans: [JSONSpan]?

    init(bytes: UnsafeBufferPointer<UInt8>, limits: JSON.Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func parse() throws(JSONSyntaxError) -> JSON {
        guard bytes.count <= limits.size else {
            throw failure("\(bytes.count) bytes, at most \(limits.size) are read", at: 0)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw failure("UTF-16, where UTF-8 is expected", at: 0)
        }
        let value = try value(depth: 0)
        skipWhiteSpace()
        guard position == bytes.count else { throw failure("something follows the JSON value") }
        return value
    }

    mutating func parseLocating() throws(JSONSyntaxError) -> (json: JSON, span: JSONSpan) {
        spans = []
        let json = try parse()
        return (json, spans?.first ?? JSONSpan(range: 0..<bytes.count))
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func failure(_ reason: String, at offset: Int? = nil) -> JSONSyntaxError {
        let offset = offset ?? position
        let before = bytes.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return JSONSyntaxError(reason: reason, offset: offset, line: line, column: offset - lineStart + 1)
    }

    private mutating func skipWhiteSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func value(depth: Int) throws(JSONSyntaxError) -> JSON {
        skipWhiteSpace()
        guard var siblings = spans else { return try content(depth: depth) }
        let start = position
        spans = []
        let value = try content(depth: depth)
        siblings.append(JSONSpan(range: start..<position, parts: spans ?? []))
        spans = siblings
        return value
    }

    private mutating func content(depth: Int) throws(JSONSyntaxError) -> JSON {
        guard let byte = current else { throw failure("the text ends where a value is expected") }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth + 1)
        case UInt8(ascii: "["): return try array(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw failure("a value is expected here")
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
        let end = position + text.utf8CodeUnitCount
        let matches = text.withUTF8Buffer { expected in
            end <= bytes.count && bytes[position..<end].elementsEqual(expected)
        }
        guard matches else { throw failure("a value is expected here") }
        position = end
        return value
    }

    private func checkDepth(_ depth: Int) throws(JSONSyntaxError) {
        guard depth <= limits.depth else { throw failure("nested deeper than \(limits.depth)") }
    }

    private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSON {
        try checkDepth(depth)
        position += 1
        var values: [JSON] = []
        skipWhiteSpace()
        if current == UInt8(ascii: "]") {
            position += 1
            return .array(values)
        }
        while true {
            values.append(try value(depth: depth))
            if try endsAfterElement(UInt8(ascii: "]"), "an array") { return .array(values) }
        }
    }

    private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSON {
        try checkDepth(depth)
        position += 1
        var members: [(name: String, value: JSON)] = []
        var seen: Set<[UInt8]> = []
        skipWhiteSpace()
        if current == UInt8(ascii: "}") {
            position += 1
            return .object(JSONObject())
        }
        while true {
            skipWhiteSpace()
            guard current == UInt8(ascii: "\"") else { throw failure("a member name in quotes is expected here") }
            let start = position
            let name = try string()
            guard isNew(name, among: members, &seen) else {
                throw failure("duplicate member \(name.quoted)", at: start)
            }
            skipWhiteSpace()
            guard current == UInt8(ascii: ":") else { throw failure("a colon is expected here") }
            position += 1
            members.append((name, try value(depth: depth)))
            if try endsAfterElement(UInt8(ascii: "}"), "an object") {
                return .object(JSONObject(uniqueMembers: members))
            }
        }
    }

    /// A set pays off only for many members. It holds bytes, because Swift considers different strings equal.
    private func isNew(
        _ name: String, among members: [(name: String, value: JSON)], _ seen: inout Set<[UInt8]>
    ) -> Bool {
        guard members.count >= 32 else { return !members.contains { $0.name.isIdentical(to: name) } }
        if seen.isEmpty { seen = Set(members.map { Array($0.name.utf8) }) }
        return seen.insert(Array(name.utf8)).inserted
    }

    private mutating func endsAfterElement(_ end: UInt8, _ what: String) throws(JSONSyntaxError) -> Bool {
        skipWhiteSpace()
        guard let byte = current else { throw failure("the text ends inside \(what)") }
        guard byte == end || byte == UInt8(ascii: ",") else {
            throw failure("a comma or the end of \(what) is expected here")
        }
        position += 1
        return byte == end
    }

    private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
        let start = position
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
        func digits() throws(JSONSyntaxError) {
            guard isDigit(current) else { throw failure("a digit is expected here") }
            while isDigit(current) { position += 1 }
        }
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
            if isDigit(current) { throw failure("a number does not start with 0") }
        } else {
            try digits()
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return JSONNumber(literal: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        // The common case: without an escape, the string is a slice of the input.
        var bits: UInt8 = 0
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
            bits |= byte
            position += 1
        }
        if current == UInt8(ascii: "\"") {
            defer { position += 1 }
            let slice = UnsafeBufferPointer(rebasing: bytes[start..<position])
            // ASCII cannot be malformed: checking takes longer than making the string.
            return bits < 0x80 ? String(decoding: slice, as: UTF8.self) : try text(slice, from: start)
        }
        var unescaped = Array(bytes[start..<position])
        while true {
            guard let byte = current else { throw failure("the text ends inside a string") }
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return try text(unescaped, from: start)
            case UInt8(ascii: "\\"):
                position += 1
                try escape(into: &unescaped)
            case 0..<0x20:
                throw failure("a control character stands in a string unescaped")
            default:
                unescaped.append(byte)
                position += 1
            }
        }
    }

    private func text(_ utf8: some Collection<UInt8>, from start: Int) throws(JSONSyntaxError) -> String {
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw failure("a string is not UTF-8", at: start)
        }
        return text
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
        guard let byte = current else { throw failure("the text ends inside a string") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let start = position - 2
            var scalar = try hexadecimal()
            if (0xD800..<0xDC00).contains(scalar) {
                guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                    bytes[position + 1] == UInt8(ascii: "u")
                else { throw failure("half of a surrogate pair", at: start) }
                position += 2
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw failure("half of a surrogate pair", at: start) }
                scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let character = Unicode.Scalar(scalar) else {
                throw failure("half of a surrogate pair", at: start)
            }
            text.append(contentsOf: String(character).utf8)
        default:
            position -= 1
            throw failure("no such escape")
        }
    }

    private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Hex.value(of: byte) else {
                throw failure("four hexadecimal digits are expected here")
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
