import HTTPTypes
import ToqueCrypto
import ToqueEncoding

/// Admits to the control API programs on this machine, or clients that know the token. Pages of other origins are
/// excluded, although their browser runs on this machine. The pages for people have the same guards.
struct ControlGuard: Sendable {
    /// The proof of access that a request must bring.
    enum Caller: Sendable {
        /// The token.
        case program
        /// The token, or the cookie of a browser that has shown it.
        case person
        /// None: the page that asks for the token.
        case stranger
    }

    private let pages = PageGuard(subject: "Control", remedy: "start with --public-url")
    private let access: Access?

    private struct Access: Sendable {
        // The digests, so that comparisons take the same time for all lengths.
        let token: [UInt8]
        let cookieDigest: [UInt8]
        /// Tells nothing about the token.
        let cookie: String
    }

    private static let cookieName = "toque_control"

    /// - Parameters:
    ///   - token: the required token; nil for none.
    ///   - cookie: of browsers that have shown it.
    init(token: String?, cookie: String?) {
        access = token.flatMap { token in
            cookie.map { Access(token: Digest.sha256(token), cookieDigest: Digest.sha256($0), cookie: $0) }
        }
    }

    /// - Throws: `SandboxConfigurationError` if either everybody or nobody could use the control API.
    static func check(_ configuration: SandboxConfiguration) throws(SandboxConfigurationError) {
        guard configuration.control.isEnabled else { return }
        if let token = configuration.control.token {
            guard let problem = WebhookEndpoint.problem(ofToken: token) else { return }
            throw .controlToken(problem: problem)
        }
        guard Authority.isLoopback(configuration.host) else { throw .openControl(host: configuration.host) }
    }

    /// - Parameter publicURL: the server's external URL.
    /// - Throws: `SandboxError` with status 401 or 403.
    func check(_ caller: Caller, _ head: HTTPRequest, publicURL: String) throws(SandboxError) {
        switch caller {
        case .program:
            try pages.check(head, publicURL: publicURL)
            // A page of the dashboard reads like a program: `EventSource` sends no token.
            let isRead = [.get, .head].contains(head.method)
            try checkToken(head, takesCookie: isRead)
        case .person:
            try pages.check(head, publicURL: publicURL, takesOpaqueOrigin: true)
            try checkToken(head, takesCookie: true)
        case .stranger: try pages.check(head, publicURL: publicURL, takesOpaqueOrigin: true)
        }
    }

    private func checkToken(_ head: HTTPRequest, takesCookie: Bool) throws(SandboxError) {
        guard let access else { return }
        let token = APIKeys.bearer(authorization: head.headerFields[.authorization])
        if let token, Digest.sha256(token).constantTimeEquals(access.token) { return }
        if takesCookie {
            let name = Self.cookieName(head)
            let cookies = head.values("cookie").flatMap { Cookies.values(of: name, in: $0) }
            if cookies.contains(where: { Digest.sha256($0).constantTimeEquals(access.cookieDigest) }) { return }
        }
        throw SandboxError(
            status: 401, code: "authentication_failed",
            message: "The control token is missing or wrong; send it as Authorization: Bearer.",
            field: "Authorization")
    }

    private static func cookieName(_ head: HTTPRequest) -> String { Cookies.name(cookieName, at: head.authority) }

    /// The value of `Set-Cookie` for a browser whose person knows the token; nil for another token. Without a required
    /// token there is no cookie. It is for all pages, which are not all below the control API's path.
    func cookie(forToken token: String, _ head: HTTPRequest, isSecure: Bool) -> String? {
        guard let access, Digest.sha256(token).constantTimeEquals(access.token) else { return nil }
        return "\(Self.cookieName(head))=\(access.cookie); Path=/; HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}

extension SandboxStore {
    /// Ends with the process; with those of all processes, if they share the database, that have the same token.
    func controlCookie(forToken token: String?) async throws -> String? {
        guard let token else { return nil }
        let fresh = Hex.encode(SystemRandom().bytes(32))
        guard isShared else { return fresh }
        return Hex.encode(Digest.sha256(try await initializeSharedSetting("control_cookie", fresh) + token))
    }
}
