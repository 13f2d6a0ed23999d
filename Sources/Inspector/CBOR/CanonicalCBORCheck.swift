import ToqueCBOR
import ToqueEncoding

/// Judges one line of hexadecimal digits by the rules for CTAP messages (CTAP 2.3 section 8): well-formed, definite
/// lengths, shortest heads, sorted and unique map keys, no tags, no trailing bytes, nesting of at most 4.
public enum CanonicalCBORCheck {
    /// The maximum length of a line in characters: twice a megabyte.
    public static let maxLine = 2 << 20

    /// - Parameter line: upper or lower case, without its line end; a final carriage return is ignored. An empty line
    ///   is an empty input.
    /// - Returns: `ok` or `error: REASON`, one line.
    public static func answer(_ line: some Sequence<UInt8>) -> String {
        var digits = Array(line)
        if digits.last == UInt8(ascii: "\r") { digits.removeLast() }
        guard digits.count <= maxLine else { return "error: longer than \(maxLine) characters" }
        guard let bytes = Hex.decode(String(decoding: digits, as: UTF8.self)) else {
            return digits.allSatisfy(\.isHexDigit)
                ? "error: not hexadecimal: an odd number of digits" : "error: not hexadecimal"
        }
        do throws(CBORError) {
            _ = try CBOR(decoding: bytes, rules: .ctap2)
            return "ok"
        } catch {
            return "error: \(error)"
        }
    }
}

extension UInt8 {
    /// 0-9, a-f or A-F in ASCII.
    var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
