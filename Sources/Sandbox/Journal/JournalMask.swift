import ToqueEncoding

/// Makes a message fit to be kept: what is secret is replaced, what cannot be searched for secrets is left out.
struct JournalMask: Sendable {
    /// Of a body that is kept.
    static let maximumBody = 16 << 10
    /// Of a path, a query or a header's value that is kept.
    static let maximumText = 2 << 10

    private static let headers: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key",
    ]
    private static let headersWithURL: Set<String> = ["location", "referer", "content-location", "link"]

    private let secrets: MessageSecrets
    /// A path that must not be shown, as it may be shown; nil for one that may.
    private let openPattern: @Sendable (String) -> String?

    init(_ secrets: MessageSecrets = .common, openPattern: @escaping @Sendable (String) -> String?) {
        self.secrets = secrets
        self.openPattern = openPattern
    }

    func request(headers: [(name: String, value: String)], body: [UInt8]) -> JournalMessage {
        message(headers, body, secrets.requests)
    }

    /// - Parameter isStream: the body is sent piece by piece, and is not kept.
    func answer(headers: [(name: String, value: String)], body: [UInt8], isStream: Bool = false) -> JournalMessage {
        let message = message(headers, body, secrets.answers)
        return isStream ? JournalMessage(headers: message.headers, body: [], size: 0, bodyState: .omitted) : message
    }

    private func message(
        _ headers: [(name: String, value: String)], _ body: [UInt8], _ names: SecretNames
    ) -> JournalMessage {
        let type = headers.first { $0.name.lowercased() == "content-type" }?.value.lowercased() ?? ""
        let kept = headers.map { (name: $0.name, value: header($0.name, $0.value)) }
        if body.isEmpty { return JournalMessage(headers: kept, body: [], size: 0, bodyState: .whole) }
        if type.hasPrefix("application/x-www-form-urlencoded") {
            let text = query(String(decoding: body, as: UTF8.self), limit: Self.maximumBody)
            return JournalMessage(
                headers: kept, body: Array(text.text.utf8), size: body.count,
                bodyState: text.isWhole ? .whole : .cut)
        }
        guard type.isEmpty || type.contains("json") else {
            return JournalMessage(headers: kept, body: [], size: body.count, bodyState: .omitted)
        }
        let masked = JSONMask(names: names, url: url).masked(body, limit: Self.maximumBody)
        return JournalMessage(
            headers: kept, body: masked.text, size: body.count, bodyState: masked.isWhole ? .whole : .cut)
    }

    func path(_ path: String) -> String { Self.cut(openPattern(path) ?? path) }

    func query(_ query: some StringProtocol) -> String { self.query(query, limit: Self.maximumText).text }

    /// A URL without the secrets in its path, its query and its fragment.
    func url(_ url: String) -> String {
        let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let beforeFragment = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var masked = Self.location(beforeFragment[0], openPattern)
        if beforeFragment.count > 1 { masked += "?" + query(beforeFragment[1]) }
        if parts.count > 1 { masked += "#" + query(parts[1]) }
        return masked
    }

    /// Scheme, authority without user information, and path.
    private static func location(_ text: Substring, _ openPattern: (String) -> String?) -> String {
        guard let colon = text.firstRange(of: "://") else { return openPattern(String(text)) ?? String(text) }
        let rest = text[colon.upperBound...]
        let path = rest.firstIndex(of: "/") ?? rest.endIndex
        let authority = rest[..<path].split(separator: "@").last ?? ""
        let shown = openPattern(String(rest[path...])) ?? String(rest[path...])
        return text[..<colon.upperBound] + authority + shown
    }

    private func header(_ name: String, _ value: String) -> String {
        let name = name.lowercased()
        if Self.headers.contains(name) || secrets.requests.contains(name) { return SecretNames.mark }
        return Self.cut(Self.headersWithURL.contains(name) ? url(value) : value)
    }

    /// Names and values of a query or a form; the values of secret names are replaced.
    private func query(_ text: some StringProtocol, limit: Int) -> (text: String, isWhole: Bool) {
        let pairs = text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }
            let decoded = FormURLEncoding.decode(name)?.first?.name
            // A name that is not UTF-8 cannot be compared.
            let isSecret = name.isEmpty ? false : decoded.map(secrets.requests.contains) ?? true
            return isSecret ? "\(name)=\(SecretNames.mark)" : valueMasked(String(pair))
        }
        let masked = pairs.joined(separator: "&")
        return masked.utf8.count > limit ? (Self.cut(masked, limit), false) : (masked, true)
    }

    /// A value may be a URL itself, with secrets of its own.
    private func valueMasked(_ pair: String) -> String {
        guard let (name, value) = FormURLEncoding.decode(pair)?.first, value.contains("://") else { return pair }
        return FormURLEncoding.encode([(name, url(value))])
    }

    private static func cut(_ text: String, _ limit: Int = maximumText) -> String {
        text.utf8.count > limit ? String(decoding: text.utf8.prefix(limit), as: UTF8.self) : text
    }
}
