import ToqueEncoding

/// Who the payer's pages are in ceremonies.
///
/// An RP ID is a domain (WebAuthn Level 3 section 5.4.2), and an address is none: on this machine the pages are those of
/// `localhost`, whichever loopback address is listened on.
struct PayerOrigin: Sendable, Hashable {
    let rpID: String
    /// As client data have it, such as `http://localhost:8420`.
    let text: String
    /// What the path of a page comes behind: the origin, with the path of a public URL that has one, and a slash.
    let base: String
    let isLoopback: Bool

    init(publicURL: String) {
        let scheme = publicURL.lowercased().hasPrefix("https://") ? "https" : "http"
        let authority = Authority(ofURL: publicURL)
        isLoopback = authority?.isLoopback ?? true
        rpID = isLoopback ? "localhost" : authority?.host ?? "localhost"
        let port = authority?.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        text = "\(scheme)://\(Authority.bracketed(rpID))\(port)"
        let path = publicURL.dropFirst(scheme.utf8.count + 3).drop { $0 != "/" }
        base = "\(text)\(path)/"
    }
}
