import ToqueEncoding

/// Where a wallet may lead the payer to: https, http on this machine, or a scheme of an app's own.
public enum TakeMeReturnURL {
    /// - Returns: what is expected in the text's place; nil for a URL that may be used.
    public static func problem(of url: String) -> String? {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        guard scheme != "http", scheme != "https" else { return EndpointURL.problem(of: url)?.expectation }
        guard url.utf8.count <= EndpointURL.limit,
            url.utf8.allSatisfy({ $0.isVisibleASCII && !#""<>\^`{|}#"#.utf8.contains($0) })
        else { return EndpointURL.Problem.characters.expectation }
        guard isAppScheme(scheme), url.dropFirst(scheme.count).hasPrefix("://") else {
            return "an https URL, http on the loopback interface, or a URL of an app's own scheme such as app://back"
        }
        return nil
    }

    /// The syntax of RFC 3986 section 3.1, without what browsers act on themselves.
    private static func isAppScheme(_ scheme: String) -> Bool {
        scheme.utf8.first.map { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) } ?? false
            && scheme.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
                    UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
            && !["about", "blob", "data", "file", "filesystem", "javascript", "vbscript", "view-source"].contains(
                scheme)
    }
}
