import ToqueCrypto
import ToqueEncoding

public enum UUIDText {
    /// 16 bytes as 8-4-4-4-12 lowercase hexadecimal digits.
    public static func of(_ bytes: [UInt8]) -> String {
        let digits = Hex.encode(bytes)
        var text: [UInt8] = []
        text.reserveCapacity(digits.utf8.count + 4)
        for (index, digit) in digits.utf8.enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append(UInt8(ascii: "-")) }
            text.append(digit)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The `created_by` of an API key: a UUID that is the same in every run.
    public static func of(keyID: String) -> String { of(Array(Digest.sha256("API key \(keyID)").prefix(16))) }
}
