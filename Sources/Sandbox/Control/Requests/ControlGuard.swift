import HTTPTypes
import ToqueCrypto
import ToqueEncoding

/// Who may use the control API: programs on this machine, or those that know the token. Pages in a browser are not
/// among them, though the browser runs on this machine.
struct ControlGuard: Sendable {
    private let pages = PageGuard(subject: "Control", remedy: "start with --public-url")
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
