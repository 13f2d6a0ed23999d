/// Statements are written with SQLite's placeholders, which PostgreSQL does not know.
enum Placeholders {
    /// Replaces `?` with `$1`, `$2` and so on, and `?3` with `$3`, except in quotes and comments.
    static func numbered(_ sql: String) -> String {
        var result: [UInt8] = []
        var rest = sql.utf8[...]
        var count = 0
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                result.append(byte)
                let quoted = rest.prefix { $0 != byte }
                result += quoted
                rest = rest.dropFirst(quoted.count)
                if let end = rest.popFirst() { result.append(end) }
            case UInt8(ascii: "-") where rest.first == UInt8(ascii: "-"):
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
            case UInt8(ascii: "?"):
                let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                rest = rest.dropFirst(digits.count)
                result.append(UInt8(ascii: "$"))
                if digits.isEmpty {
                    count += 1
                    result += Array("\(count)".utf8)
                } else {
                    result += digits
                }
            default:
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
