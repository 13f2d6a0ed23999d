import HTTPTypes
import ToqueCrypto
import ToqueEncoding

/// Admits to the control API programs on this machine, or clients that know the token. Pages in a browser are excluded,
/// although the browser runs on this machine.
struct ControlGuard: Sendable {
    private let pages = PageGuard(subject: "Control", remedy: "start with --public-url")
    private let tokenDigest: [UInt8]?

    /// - Parameter token: the required token; nil for none.
    init(token: String?) {
        // The digest, so that comparisons take the same time for all lengths.
        tokenDigest = token.map { Digest.sha256($0) }
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
    func checkCaller(_ head: HTTPRequest, publicURL: String) throws(SandboxError) {
        try pages.check(head, publicURL: publicURL)
        try checkToken(head)
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
}
