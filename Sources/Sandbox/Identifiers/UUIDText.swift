import ToqueCrypto
import ToqueEncoding

public enum UUIDText {
    /// 8-4-4-4-12 lower-case hexadecimal digits of 16 bytes.
    public static func of(_ bytes: [UInt8]) -> String {
        let digits = Hex.encode(bytes)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    /// The `created_by` of an API key: a UUID that is the same in every run.
    public static func of(keyID: String) -> String { of(Array(Digest.sha256("API key \(keyID)").prefix(16))) }
}
