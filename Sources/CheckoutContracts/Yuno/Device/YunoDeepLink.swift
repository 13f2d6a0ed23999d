import ToqueEncoding

/// The URL with which a method that left the app returns: the session's callback URL with `checkout_session` and
/// `status`. Anybody can forge the status in a URL: ask Yuno for the payment's.
public struct YunoDeepLink: Sendable, Hashable {
    public let session: String
    /// Such as `SUCCEEDED`.
    public let status: String

    public init(session: String, status: String) {
        self.session = session
        self.status = status
    }

    /// nil for a URL that lacks one of the two or has it twice.
    public init?(_ url: String) {
        let beforeFragment = url.prefix { $0 != "#" }
        guard let mark = beforeFragment.firstIndex(of: "?"),
            let query = FormURLEncoding.decode(beforeFragment[mark...].dropFirst())
        else { return nil }
        func value(_ name: String) -> String? {
            let values = query.filter { $0.name == name }
            return values.count == 1 ? values[0].value : nil
        }
        guard let session = value("checkout_session"), let status = value("status") else { return nil }
        self.init(session: session, status: status)
    }

    /// Returns the callback URL with both added to its query, before a fragment.
    public func url(_ callback: String) -> String {
        let base = callback.prefix { $0 != "#" }
        let fragment = callback.dropFirst(base.count)
        let query = FormURLEncoding.encode([("checkout_session", session), ("status", status)])
        return "\(base)\(base.contains("?") ? "&" : "?")\(query)\(fragment)"
    }
}
