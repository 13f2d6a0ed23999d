import ToqueCrypto
import ToqueEncoding

/// Pages beside the API that act with a key, such as a phone: they are for the people who may use control.
extension SandboxRequest {
    /// Refuses what control refuses: callers from elsewhere, pages of other sites, and everybody while control is off.
    /// The control token is not checked.
    /// - Parameter subject: the page, capitalized.
    /// - Throws: `SandboxError` with status 403 or 404.
    package func checkLocalPage(_ subject: String) throws(SandboxError) {
        guard engine.configuration.control.isEnabled else {
            throw SandboxError(status: 404, code: "control_off", message: "\(subject) is off, as control is.")
        }
        try PageGuard(subject: subject, remedy: "start with --public-url")
            .check(head, publicURL: publicURL, takesOpaqueOrigin: true)
    }

    /// Makes the cookies of this process tell nothing about the token, and end with the process.
    private static let processKey = Hex.encode(SystemRandom().bytes(32))

    /// The control token; nil if control requires none.
    private var controlToken: String? { engine.configuration.control.token }

    /// A value for a cookie, which proves that the visitor knew the control token; nil if control requires none.
    /// - Parameter purpose: other purposes have other values.
    package func controlProof(for purpose: String) -> String? {
        controlToken.map { Hex.encode(Digest.sha256("\(purpose)\u{0}\(Self.processKey)\u{0}\($0)")) }
    }

    /// Compares in constant time.
    package func isControlToken(_ text: String) -> Bool {
        guard let controlToken else { return true }
        return Digest.sha256(text).constantTimeEquals(Digest.sha256(controlToken))
    }
}

extension Engine {
    /// A request's or an answer's JSON as the journal shows it: without its secrets, and cut if it is long.
    package func masked(_ body: [UInt8], isRequest: Bool) -> String {
        let mask = JournalMask(.common.adding(secretNames)) { _ in nil }
        let message = isRequest ? mask.request(headers: [], body: body) : mask.answer(headers: [], body: body)
        let text = String(decoding: message.body, as: UTF8.self)
        return message.bodyState == .whole ? text : text + " …"
    }
}
