enum OAuthError {
    /// RFC 6749 section 4.1.2.1: printable ASCII but quotes and backslash.
    static func isValid(_ code: String) -> Bool {
        (1...64).contains(code.utf8.count)
            && code.utf8.allSatisfy {
                (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
    }
}
