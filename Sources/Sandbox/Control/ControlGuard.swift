import HTTPTypes
import ToqueCrypto
import ToqueEncoding

/// Who may use the control API: programs on this machine, or those that know the token. Pages in a browser are not among
/// them, though the browser runs on this machine.
struct ControlGuard: Sendable {
    private let tokenDigest: [UInt8]?

    /// - Parameter token: what a caller has to know; nil asks for none.
    init(token: String?) {
        // The digest, so that lengths compare as well as texts do.
        tokenDigest = token.map { Digest.sha256($0) }
    }

    /// - Throws: `SandboxConfigurationError` where everybody could use the control API, or nobody.
    static func check(_ configuration: SandboxConfiguration) throws(SandboxConfigurationError) {
        guard configuration.control.isEnabled else { return }
        if let token = configuration.control.token {
            guard let problem = WebhookEndpoint.problem(ofToken: token) else { return }
            throw .controlToken(problem: problem)
        }
        guard Authority.isLoopback(configuration.host) else { throw .openControl(host: configuration.host) }
    }

    /// - Parameter publicURL: what the server is called from outside.
    /// - Throws: `SandboxError` with status 401 or 403.
    func checkCaller(_ head: HTTPRequest, publicURL: String) throws(SandboxError) {
        try checkHost(head, publicURL: publicURL)
        try checkOrigin(head)
        try checkToken(head)
    }

    /// A name that somebody else's DNS points at this machine makes a page same-origin with it (DNS rebinding). Loopback
    /// names cannot be given away.
    private func checkHost(_ head: HTTPRequest, publicURL: String) throws(SandboxError) {
        guard let authority = head.authority.flatMap({ Authority($0) }),
            authority.isLoopback || authority.host == Authority(ofURL: publicURL)?.host
        else {
            throw SandboxError(
                status: 403, code: "forbidden_host",
                message: "Control answers under a loopback name or the public URL's; found "
                    + "\((head.authority ?? "").quoted). Use 127.0.0.1, or start with --public-url.",
                field: "Host")
        }
    }

    /// Pages of other origins may send requests, though they cannot read the answers (Fetch section 3.1, Fetch Metadata
    /// section 2.4).
    private func checkOrigin(_ head: HTTPRequest) throws(SandboxError) {
        let own = head.authority.flatMap { Authority($0) }
        let isForeign = head.values("origin").contains { Authority(ofURL: $0) != own }
        let isFromAnotherSite = head.values("sec-fetch-site").contains { !["same-origin", "none"].contains($0) }
        guard !isForeign, !isFromAnotherSite else {
            throw SandboxError(
                status: 403, code: "cross_origin",
                message: "Control takes no requests from pages of other origins.",
                field: isForeign ? "Origin" : "Sec-Fetch-Site")
        }
    }

    private func checkToken(_ head: HTTPRequest) throws(SandboxError) {
        guard let tokenDigest else { return }
        let token = APIKeys.bearer(authorization: head.headerFields[.authorization])
        guard let token, Digest.sha256(token).constantTimeEquals(tokenDigest) else {
            throw SandboxError(
                status: 401, code: "authentication_failed",
                message: "The control token is missing or wrong; send it as Authorization: Bearer.",
                field: "Authorization")
        }
    }

    /// What a form can post (Fetch section 2.2.2, CORS-safelisted) is none of control's business. A request without a
    /// body needs no type.
    /// - Throws: `SandboxError` with status 415.
    func checkContentType(_ head: HTTPRequest, isBodyEmpty: Bool) throws(SandboxError) {
        let types = head.values("content-type")
        if head.method == .get || head.method == .head || types.isEmpty && isBodyEmpty { return }
        guard types.count == 1, let type = types.first?.prefix(while: { $0 != ";" }),
            type.lowercased().split(separator: " ") == ["application/json"]
        else {
            throw SandboxError(
                status: 415, code: "unsupported_media_type",
                message: "Control takes bodies of the type application/json alone.", field: "Content-Type")
        }
    }
}

extension HTTPRequest {
    /// Every value of a header.
    /// - Parameter name: in lower case.
    fileprivate func values(_ name: String) -> [String] {
        headerFields.filter { $0.name.canonicalName == name }.map(\.value)
    }
}
