import ToqueCrypto
import ToqueEncoding

extension RandomSource {
    /// A UUID in the form of version 4 (RFC 9562 section 5.4). Unless this source is deterministic, the first four bytes
    /// grow with time, in steps of 64 ms, and 90 bits are random: rows of objects that were made together are then
    /// neighbors in each index, and a commit writes a third fewer pages.
    public func uuid() -> String {
        var bytes = bytes(16)
        if !isDeterministic {
            let step = UInt32(truncatingIfNeeded: Timestamp.now().microseconds / 64_000)
            withUnsafeBytes(of: step.bigEndian) { bytes.replaceSubrange(..<4, with: $0) }
        }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return UUIDText.of(bytes)
    }

    /// An unguessable text of 128 bits for URLs.
    public func token() -> String { Base64URL.encode(bytes(16)) }

    /// Letters and digits, uniformly distributed.
    public func alphanumerics(_ count: Int) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        var text: [UInt8] = []
        while text.count < count {
            // 248 is the largest multiple of 62 in a byte; larger values would favor the first letters.
            for byte in bytes(count - text.count) where byte < 248 { text.append(alphabet[Int(byte) % 62]) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
