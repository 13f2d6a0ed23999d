import ToqueEncoding

/// The identity of the payer's pages in ceremonies.
///
/// An RP ID is a domain (WebAuthn Level 3 section 5.4.2), never an IP address: on this machine the pages belong to
/// `localhost`, whatever the loopback address of the listener.
struct PayerOrigin: Sendable, Hashable {
    let rpID: String
    /// The origin in client data, such as `http://localhost:8420`.
    let text: String
    /// The prefix of page paths: the origin, the public URL's path if any, and a slash.
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
