import ToqueCrypto
import ToqueEncoding

/// Who may use the service: whoever has the token. A page also needs an origin that was named, and neither a page nor
/// a program reaches it under a foreign name.
public struct BrowserAccess: Sendable {
    /// The origins whose pages may use it.
    public enum Origins: Sendable, Hashable {
        case named(Set<String>)
        /// Every page that has the token: those into which WebDriver's proxy put it.
        case any
    }

    private let tokenDigest: [UInt8]
    public let origins: Origins

    public init(token: String, origins: Origins) {
        tokenDigest = Digest.sha256(token)
        self.origins = origins
    }

    func allows(_ origin: String) -> Bool {
        switch origins {
        case .named(let names): names.contains(origin)
        case .any: origin != "null"
        }
    }

    /// A foreign DNS name that points at this machine would make its pages same-origin with the service (DNS
    /// rebinding).
    func checkHost(_ request: BrowserRequest) throws(ServiceRefusal) {
        guard let host = request.host.flatMap({ Authority($0) }), host.isLoopback else {
            throw ServiceRefusal(403, "the service answers under a loopback name; use 127.0.0.1")
        }
    }

    func checkOrigin(_ request: BrowserRequest) throws(ServiceRefusal) {
        guard let origin = request.origin, !allows(origin) else { return }
        throw ServiceRefusal(
            403, "pages of \(origin.quoted) may not use the service; name their origin with --origin")
    }

    func checkToken(_ request: BrowserRequest) throws(ServiceRefusal) {
        let prefix = "bearer "
        let words = request.authorization ?? ""
        let given = words.lowercased().hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : ""
        // Of equal length, so that the comparison takes the same time for each token.
        guard Digest.sha256(given).constantTimeEquals(tokenDigest) else {
            throw ServiceRefusal(401, "the token is missing or wrong; send Authorization: Bearer TOKEN")
        }
    }

    /// The answer to a preflight (Fetch section 3.2.2), also to that of Private Network Access.
    func preflight(_ request: BrowserRequest) throws(ServiceRefusal) -> BrowserResponse {
        guard let origin = request.origin else { throw ServiceRefusal(400, "a preflight has an Origin") }
        try checkOrigin(request)
        var response = BrowserResponse(204)
        shared(&response, with: origin)
        response.headers.append(("Access-Control-Allow-Methods", "POST"))
        response.headers.append(("Access-Control-Allow-Headers", "authorization, content-type"))
        response.headers.append(("Access-Control-Max-Age", "600"))
        if request.asksForPrivateNetwork { response.headers.append(("Access-Control-Allow-Private-Network", "true")) }
        return response
    }

    func shared(_ response: inout BrowserResponse, with origin: String) {
        response.headers.append(("Access-Control-Allow-Origin", origin))
        response.headers.append(("Vary", "Origin"))
    }
}
