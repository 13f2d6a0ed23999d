/// The text form of a UUID (RFC 9562 section 4).
public enum UUIDSyntax {
    /// The name for error messages.
    public static let expectation = "a UUID, such as 10000000-0000-4000-8000-000000000001"

    /// The UUID in lower case; nil if the text is not a UUID.
    public static func canonical(_ text: String) -> String? {
        guard text.utf8.count == 36 else { return nil }
        let isUUID = text.utf8.enumerated().allSatisfy { index, byte in
            switch byte {
            case UInt8(ascii: "-"): [8, 13, 18, 23].contains(index)
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                UInt8(ascii: "A")...UInt8(ascii: "F"):
                ![8, 13, 18, 23].contains(index)
            default: false
            }
        }
        return isUUID ? text.lowercased() : nil
    }
}
