/// A URL that others may give as the target of a browser or a request: absolute, and https, or http if it stays on this
/// machine.
public enum EndpointURL {
    /// The maximum length in characters. RFC 3986 sets no limit; browsers and servers begin to differ above this one.
    public static let limit = 2048

    /// Why a text is not such a URL.
    public enum Problem: Sendable, Hashable {
        case characters, fragment, notAbsolute, userInformation, host, plainHTTP, scheme

        /// The expected form, for the word after "expected".
        public var expectation: String {
            switch self {
            case .characters: "at most \(limit) characters of those that a URL has (RFC 3986 section 2)"
            case .fragment: "a URL without a fragment"
            case .notAbsolute: "an absolute URL, such as https://HOST/PATH"
            case .userInformation: "no user information"
            case .host: "a host, with or without a port"
            case .plainHTTP: "https; http is for this machine alone: localhost, 127.0.0.0/8 and [::1]"
            case .scheme: "an https URL, or http on the loopback interface"
            }
        }
    }

    /// - Returns: nil for an acceptable URL.
    public static func problem(of url: String) -> Problem? {
        // Browsers read a backslash as a slash, other clients as a part of the host.
        guard url.utf8.count <= limit,
            url.utf8.allSatisfy({ $0.isVisibleASCII && !#""<>\^`{|}"#.utf8.contains($0) })
        else { return .characters }
        guard !url.contains("#") else { return .fragment }
        guard let separator = url.firstRange(of: "://") else { return .notAbsolute }
        let server = url[separator.upperBound...].prefix { !"/?".contains($0) }
        guard !server.contains("@") else { return .userInformation }
        guard let authority = Authority(server) else { return .host }
        switch url[..<separator.lowerBound].lowercased() {
        case "https": return nil
        case "http": return authority.isLoopback ? nil : .plainHTTP
        default: return .scheme
        }
    }
}
