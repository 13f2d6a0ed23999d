/// A value of a column or a parameter.
public enum PostgreSQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case text(String)
}

/// PostgreSQL's `text` cannot hold the byte 0. It is stored as the byte 1 followed by `0`, and the byte 1 itself as the
/// byte 1 followed by `1`: equality and order stay, and a JSON text, which has neither byte, stays as it is.
enum StoredText {
    private static let escape: UInt8 = 1

    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if byte <= escape {
                bytes.append(escape)
                bytes.append(UInt8(ascii: "0") + byte)
            } else {
                bytes.append(byte)
            }
        }
    }

    static func decode(_ stored: UnsafeBufferPointer<UInt8>) -> String {
        guard stored.contains(escape) else { return String(decoding: stored, as: UTF8.self) }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in stored {
            if isEscaped {
                bytes.append(byte &- UInt8(ascii: "0"))
                isEscaped = false
            } else if byte == escape {
                isEscaped = true
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
