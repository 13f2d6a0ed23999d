/// Masks the secret members of a JSON text in one pass over its bytes, without a tree: this runs for every request's
/// body, and a malformed body must not leak secrets.
struct JSONMask {
    let names: SecretNames
    /// Replaces a string that is a URL.
    let url: (String) -> String

    private static let colonAndSlashes = Array("://".utf8)
    private static let mark = Array("\"\(SecretNames.mark)\"".utf8)
    private static let null = Array("null".utf8)

    /// Masks the text up to the first byte that is invalid outside strings, and up to about `limit` bytes.
    /// - Returns: the masked text, and true if it is complete.
    func masked(_ text: [UInt8], limit: Int) -> (text: [UInt8], isWhole: Bool) {
        var output: [UInt8] = []
        output.reserveCapacity(min(text.count, limit))
        var position = 0
        /// The start of the text that was scanned but not yet written.
        var pending = 0
        while position < text.count, output.count + position - pending < limit {
            guard text[position] == UInt8(ascii: "\"") else {
                guard Self.structure[Int(text[position])] else { break }
                position += 1
                continue
            }
            let content = position + 1..<Self.endOfString(text, from: position + 1)
            let after = Self.skipSpace(text, from: min(content.upperBound + 1, text.count))
            if after < text.count, text[after] == UInt8(ascii: ":") {
                position = after + 1
                guard names.contains(jsonName: text[content]) else { continue }
                let start = Self.skipSpace(text, from: position)
                position = Self.endOfValue(text, from: start)
                if !text[start..<position].elementsEqual(Self.null) {
                    output += text[pending..<start] + Self.mark
                    pending = position
                }
            } else {
                position = min(content.upperBound + 1, text.count)
                if Self.isURL(text[content]) {
                    let masked = url(String(decoding: text[content], as: UTF8.self))
                    output += text[pending..<content.lowerBound] + Array(masked.utf8)
                    pending = min(content.upperBound, text.count)
                }
            }
        }
        output += text[pending..<position]
        let isWhole = position == text.count && output.count <= limit
        return (isWhole ? output : Array(output.prefix(limit)), isWhole)
    }

    /// The bytes that are valid outside strings: structure, space, numbers and literals (RFC 8259 section 2).
    private static let structure = {
        let bytes = Set("{}[]:, \t\n\r0123456789-+.Etruefalsn".utf8)
        return (UInt8.min...UInt8.max).map(bytes.contains)
    }()

    private static func isURL(_ content: ArraySlice<UInt8>) -> Bool {
        guard let colon = content.prefix(32).firstIndex(of: UInt8(ascii: ":")) else { return false }
        return content[colon...].starts(with: colonAndSlashes)
    }

    private static func skipSpace(_ text: [UInt8], from start: Int) -> Int {
        var position = start
        while position < text.count, isSpace(text[position]) { position += 1 }
        return position
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

    /// The index of the quotation mark that ends a string, or the text's end.
    private static func endOfString(_ text: [UInt8], from start: Int) -> Int {
        var position = start
        while position < text.count, text[position] != UInt8(ascii: "\"") {
            position += text[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position, text.count)
    }

    private static func endOfValue(_ text: [UInt8], from start: Int) -> Int {
        var position = start
        var depth = 0
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\""):
                position = min(endOfString(text, from: position + 1) + 1, text.count)
                if depth == 0 { return position }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return position }
                depth -= 1
                if depth == 0 { return position + 1 }
            case let byte: if depth == 0, byte == UInt8(ascii: ",") || isSpace(byte) { return position }
            }
            position += 1
        }
        return position
    }
}
