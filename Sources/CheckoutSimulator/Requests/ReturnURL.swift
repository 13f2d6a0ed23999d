import ToqueEncoding

/// The URLs to which a payer may be returned: on the shop's site, or with its app's own scheme.
package enum ReturnURL {
    /// Schemes that run or show something instead of opening an app (RFC 7595 section 3.7).
    private static let notOfApps: Set<String> = [
        "about", "blob", "data", "file", "filesystem", "ftp", "javascript", "mailto", "tel", "vbscript",
        "view-source", "ws", "wss",
    ]

    /// The expectation for the text; nil for an acceptable URL.
    package static func problem(of url: String) -> String? {
        let scheme = url.prefix { $0 != ":" }
        guard scheme.utf8.count < url.utf8.count, isScheme(scheme) else {
            return EndpointURL.Problem.notAbsolute.expectation
        }
        let name = scheme.lowercased()
        if name == "https" || name == "http" { return EndpointURL.problem(of: url)?.expectation }
        guard !notOfApps.contains(name) else { return "an https URL, or one of an app's own scheme" }
        guard url.utf8.count <= EndpointURL.limit, url.utf8.allSatisfy({ $0.isVisibleASCII && !isExcluded($0) }) else {
            return EndpointURL.Problem.characters.expectation
        }
        return nil
    }

    /// RFC 3986 section 3.1.
    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy {
            isLetter($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Characters that no URL contains (RFC 3986 section 2).
    private static func isExcluded(_ byte: UInt8) -> Bool { #""<>\^`{|}"#.utf8.contains(byte) }
}
