import ToqueEncoding

/// Prepares a message for the journal: masks secrets and omits content that cannot be searched for secrets.
struct JournalMask: Sendable {
    /// Maximum size of a kept body.
    static let maximumBody = 16 << 10
    /// Maximum length of a kept path, query or header value.
    static let maximumText = 2 << 10

    private static let headers: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key",
    ]
    private static let headersWithURL: Set<String> = ["location", "referer", "content-location", "link"]

    private let secrets: MessageSecrets
    /// Returns the presentable form of a path that must not be shown; nil if the path may be shown.
    private let openPattern: @Sendable (String) -> String?

    init(_ secrets: MessageSecrets = .common, openPattern: @escaping @Sendable (String) -> String?) {
        self.secrets = secrets
        self.openPattern = openPattern
    }

    func request(headers: [(name: String, value: String)], body: [UInt8]) -> JournalMessage {
        message(headers, body, secrets.requests)
    }

    /// - Parameter isStream: the body is sent in pieces and is not kept.
    func answer(headers: [(name: String, value: String)], body: [UInt8], isStream: Bool = false) -> JournalMessage {
        let message = message(headers, body, secrets.answers)
        return isStream ? JournalMessage(headers: message.headers, body: [], size: 0, bodyState: .omitted) : message
    }

    private func message(
        _ headers: [(name: String, value: String)], _ body: [UInt8], _ names: SecretNames
    ) -> JournalMessage {
        var type = ""
        let kept = headers.map { name, value in
            let lowercased = name.lowercased()
            if lowercased == "content-type", type.isEmpty { type = value.lowercased() }
            return (name: name, value: header(lowercased, value))
        }
        if body.isEmpty { return JournalMessage(headers: kept, body: [], size: 0, bodyState: .whole) }
        if type.hasPrefix("application/x-www-form-urlencoded") {
            let text = query(Substring(decoding: body, as: UTF8.self), limit: Self.maximumBody)
            return JournalMessage(
                headers: kept, body: Array(text.text.utf8), size: body.count,
                bodyState: text.isWhole ? .whole : .cut)
        }
        guard type.isEmpty || type.utf8.firstIndex(of: "json") != nil else {
            return JournalMessage(headers: kept, body: [], size: body.count, bodyState: .omitted)
        }
        let masked = JSONMask(names: names, url: url).masked(body, limit: Self.maximumBody)
        return JournalMessage(
            headers: kept, body: masked.text, size: body.count, bodyState: masked.isWhole ? .whole : .cut)
    }

    func path(_ path: String) -> String { Self.cut(openPattern(path) ?? path) }

    func query(_ query: Substring) -> String { self.query(query, limit: Self.maximumText).text }

    /// Returns a URL without the secrets in its path, query and fragment.
    func url(_ url: String) -> String {
        let parts = url[...].divided(by: "#")
        let beforeFragment = parts.before.divided(by: "?")
        var masked = Self.location(beforeFragment.before, openPattern)
        if let after = beforeFragment.after { masked += "?" + query(after) }
        if let after = parts.after { masked += "#" + query(after) }
        return masked
    }

    /// The scheme, the authority without user information, and the path.
    private static func location(_ text: Substring, _ openPattern: (String) -> String?) -> String {
        guard let colon = text.utf8.firstIndex(of: "://") else { return openPattern(String(text)) ?? String(text) }
        let start = text.utf8.index(colon, offsetBy: 3)
        let rest = text[start...]
        let path = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        var authority = rest[..<path]
        if let at = authority.utf8.lastIndex(of: UInt8(ascii: "@")) {
            authority = authority[authority.utf8.index(after: at)...]
        }
        let shown = openPattern(String(rest[path...])) ?? String(rest[path...])
        return text[..<start] + authority + shown
    }

    /// - Parameter name: in lower case.
    private func header(_ name: String, _ value: String) -> String {
        if Self.headers.contains(name) || secrets.requests.contains(name) { return SecretNames.mark }
        return Self.cut(Self.headersWithURL.contains(name) ? url(value) : value)
    }

    /// The names and values of a query or a form, with the values of secret names masked.
    private func query(_ text: Substring, limit: Int) -> (text: String, isWhole: Bool) {
        let parts = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        let pairs = parts.map(Substring.init).map { pair in
            let name = pair.divided(by: "=").before
            let decoded = Self.isEncoded(name) ? FormURLEncoding.decode(name)?.first?.name : String(name)
            // A name that is not UTF-8 cannot be compared.
            let isSecret = name.isEmpty ? false : decoded.map(secrets.requests.contains) ?? true
            return isSecret ? "\(name)=\(SecretNames.mark)" : valueMasked(String(pair))
        }
        let masked = pairs.joined(separator: "&")
        return masked.utf8.count > limit ? (Self.cut(masked, limit), false) : (masked, true)
    }

    /// A value may be a URL with secrets of its own.
    private func valueMasked(_ pair: String) -> String {
        guard Self.isEncoded(pair[...]) || pair.utf8.firstIndex(of: "://") != nil,
            let (name, value) = FormURLEncoding.decode(pair)?.first, value.utf8.firstIndex(of: "://") != nil
        else {
            return pair
        }
        return FormURLEncoding.encode([(name, url(value))])
    }

    /// True if decoding a part of a form may change it.
    private static func isEncoded(_ text: Substring) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
    }

    private static func cut(_ text: String, _ limit: Int = maximumText) -> String {
        text.utf8.count > limit ? String(decoding: text.utf8.prefix(limit), as: UTF8.self) : text
    }
}

extension Substring {
    /// By bytes, as URLs are read: as a character, a separator may be combined with an accent.
    fileprivate func divided(by separator: Unicode.Scalar) -> (before: Substring, after: Substring?) {
        guard let index = unicodeScalars.firstIndex(of: separator) else { return (self, nil) }
        return (self[..<index], self[unicodeScalars.index(after: index)...])
    }
}

extension BidirectionalCollection<UInt8> {
    /// Returns the first position of a text.
    fileprivate func firstIndex(of text: StaticString) -> Index? {
        text.withUTF8Buffer { text in indices.first { self[$0] == text[0] && self[$0...].starts(with: text) } }
    }
}
